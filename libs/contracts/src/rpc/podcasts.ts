import * as z from 'zod/mini';
import { PodcastMediaType, Waveform } from '../podcasts.js';
import { Id, Instant, integer } from '../primitives.js';
import { command, query } from './rpc.js';

export const PodcastView = z.object({
  id: Id,
  title: z.string(),
  description: z.nullable(z.string()),
  authorId: Id,
  mediaKey: z.string(),
  mediaType: PodcastMediaType,
  duration: z.nullable(z.number()),
  waveform: z.nullable(Waveform),
  playCount: integer(0),
  isMine: z.boolean(),
  isEdited: z.boolean(),
  createdAt: Instant,
});
export type PodcastView = z.infer<typeof PodcastView>;

const podcastAnswer = z.object({ podcast: PodcastView });

/**
 * Consumes a finished upload. @throws `not_found` foreign or unknown, `conflict` unfinished or used, `invalid_input` of
 * another purpose, `unsupported_media` other bytes than declared
 */
export const publishPodcast = command(
  'content',
  'publish-podcast',
  z.object({ title: z.string(), description: z.nullable(z.string()), mediaType: PodcastMediaType, uploadId: Id }),
  podcastAnswer,
);

/** By its author only. Absent fields are unchanged. */
export const editPodcast = command(
  'content',
  'edit-podcast',
  z.object({ id: Id, title: z.optional(z.string()), description: z.optional(z.nullable(z.string())) }),
  podcastAnswer,
);

/** By its author, or by an ambassador according to the gateway. */
export const removePodcast = command(
  'content',
  'remove-podcast',
  z.object({ id: Id, isAmbassador: z.boolean() }),
  z.object({}),
);

/** Counts once per person and episode in 24 hours. */
export const playPodcast = command(
  'content',
  'play-podcast',
  z.object({ id: Id }),
  z.object({ playCount: integer(0) }),
);

export const podcast = query('content', 'podcast', z.object({ id: Id }), podcastAnswer);

/** In the order of `ids`, as many as fit into an answer; the first `to` ids were handled. Removed ones are missing. */
export const podcastViews = query(
  'content',
  'podcast-views',
  z.object({ ids: z.array(Id).check(z.maxLength(500)) }),
  z.object({ podcasts: z.array(PodcastView), to: integer() }),
);

/** Removed and unknown ones are missing. At most 500 ids. */
export const podcastTitles = query(
  'content',
  'podcast-titles',
  z.object({ ids: z.array(Id).check(z.maxLength(500)) }),
  z.object({ titles: z.array(z.object({ id: Id, title: z.string() })) }),
);

export const media = query(
  'content',
  'media',
  z.object({ key: z.string().check(z.maxLength(100)) }),
  z.object({ media: z.nullable(z.object({ contentType: z.string(), bytes: integer(1) })) }),
);

/** The caller's own, newest first: at most 20 before an instant. */
export const ownPodcastsPage = query(
  'content',
  'own-podcasts-page',
  z.object({ before: z.nullable(Instant) }),
  z.object({ podcasts: z.array(PodcastView) }),
);

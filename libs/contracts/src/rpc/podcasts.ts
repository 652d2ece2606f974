import * as z from 'zod/mini';
import { PodcastMediaType, Waveform } from '../podcasts.js';
import { Id, Instant, integer } from '../primitives.js';
import { command, query } from './rpc.js';

/** An episode as content answers it: counters and people are added by the gateway. */
export const PodcastView = z.object({
  id: Id,
  title: z.string(),
  description: z.nullable(z.string()),
  authorId: Id,
  mediaKey: z.string(),
  mediaType: PodcastMediaType,
  /** In seconds; null where the file does not tell. */
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
 * Uses a finished upload up. Refused: `not_found` foreign or unknown, `conflict` unfinished or used, `invalid_input` of another purpose,
 * `unsupported_media` other bytes than declared.
 */
export const publishPodcast = command(
  'content',
  'publish-podcast',
  z.object({ title: z.string(), description: z.nullable(z.string()), mediaType: PodcastMediaType, uploadId: Id }),
  podcastAnswer,
);

/** By its author only. What is absent stays. */
export const editPodcast = command(
  'content',
  'edit-podcast',
  z.object({ id: Id, title: z.optional(z.string()), description: z.optional(z.nullable(z.string())) }),
  podcastAnswer,
);

/** By its author, or by an ambassador, as the gateway knows the caller. */
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

/** In the order of `ids`, as many as an answer has room for: those up to `to` ids were looked at. What is gone is missing. */
export const podcastViews = query(
  'content',
  'podcast-views',
  z.object({ ids: z.array(Id).check(z.maxLength(500)) }),
  z.object({ podcasts: z.array(PodcastView), to: integer() }),
);

/** Titles for what speaks of episodes; those that are not there are missing. At most 500 ids. */
export const podcastTitles = query(
  'content',
  'podcast-titles',
  z.object({ ids: z.array(Id).check(z.maxLength(500)) }),
  z.object({ titles: z.array(z.object({ id: Id, title: z.string() })) }),
);

/** What may be played under a key of the media store; null: nothing, or nothing any more. */
export const media = query(
  'content',
  'media',
  z.object({ key: z.string().check(z.maxLength(100)) }),
  z.object({ media: z.nullable(z.object({ contentType: z.string(), bytes: integer(1) })) }),
);

/** The caller's own, newest first: at most 20 of before an instant. */
export const ownPodcastsPage = query(
  'content',
  'own-podcasts-page',
  z.object({ before: z.nullable(Instant) }),
  z.object({ podcasts: z.array(PodcastView) }),
);

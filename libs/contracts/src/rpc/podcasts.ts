import * as z from 'zod/mini';
import { limits } from '../limits.js';
import { AnsweredIn, PodcastAnswer, PodcastMediaType, Waveform } from '../podcasts.js';
import { Id, Instant, integer } from '../primitives.js';
import { ViewersMutes } from './mutes.js';
import { contractsOf, Ids } from './rpc.js';

const { command, query } = contractsOf('content');

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
  hasTranscript: z.optional(z.boolean()),
  isMine: z.boolean(),
  isEdited: z.boolean(),
  createdAt: Instant,
});
export type PodcastView = z.infer<typeof PodcastView>;

const podcastAnswer = z.object({ podcast: PodcastView });

/**
 * Consumes a finished upload. @throws `not_found` for a foreign or unknown one, `conflict` for an unfinished or used
 * one, `invalid_input` for another purpose, `unsupported_media` for bytes that differ from the declared type
 */
export const publishPodcast = command(
  'publish-podcast',
  { title: z.string(), description: z.nullable(z.string()), mediaType: PodcastMediaType, uploadId: Id },
  podcastAnswer.shape,
);

/** For its author only. Absent fields are unchanged. */
export const editPodcast = command(
  'edit-podcast',
  { id: Id, title: z.optional(z.string()), description: z.optional(z.nullable(z.string())) },
  podcastAnswer.shape,
);

/** For its author, and for an ambassador. The gateway decides `isAmbassador`. */
export const removePodcast = command('remove-podcast', { id: Id, isAmbassador: z.boolean() }, {});

/** Counts once per person and episode in 24 hours. */
export const playPodcast = command('play-podcast', { id: Id }, { playCount: integer(0) });

const answers = z.array(PodcastAnswer);
export const podcast = query('podcast', { id: Id }, { ...podcastAnswer.shape, answers: z.optional(answers) });

/**
 * For its author only: replaces all answers. @throws `not_found` for a question that is not there or pending, `conflict`
 * for a locked one, `invalid_input` for a time after the end
 */
export const setPodcastAnswers = command(
  'set-podcast-answers',
  {
    id: Id,
    answers: z.array(z.object({ questionId: Id, at: z.number() })).check(z.maxLength(limits.podcastAnswers)),
  },
  { answers },
);

/** For its author only. Consumes a finished upload of WebVTT. @throws `not_found`, `conflict` for a used upload */
export const setPodcastTranscript = command('set-podcast-transcript', { id: Id, uploadId: Id }, {});
export const removePodcastTranscript = command('remove-podcast-transcript', { id: Id }, {});
/** Null without a transcript. @throws `not_found` */
export const podcastTranscript = query('podcast-transcript', { id: Id }, { key: z.nullable(z.string()) });

/** The newest episodes that answer a question, without those of muted people. */
export const answeredIn = query(
  'answered-in',
  { questionId: Id, mutes: ViewersMutes },
  { answeredIn: z.array(AnsweredIn) },
);

/** In the order of `ids`, as many as fit into an answer; the first `to` ids were handled. Removed ones are missing. */
export const podcastViews = query('podcast-views', { ids: Ids }, { podcasts: z.array(PodcastView), to: integer() });

/** Removed and unknown ones are missing. At most 500 ids. */
export const podcastTitles = query(
  'podcast-titles',
  { ids: Ids },
  { titles: z.array(z.object({ id: Id, title: z.string() })) },
);

export const media = query(
  'media',
  { key: z.string().check(z.maxLength(100)) },
  { media: z.nullable(z.object({ contentType: z.string(), bytes: integer(1) })) },
);

/** The caller's own, newest first: at most 20 before an instant. */
export const ownPodcastsPage = query(
  'own-podcasts-page',
  { before: z.nullable(Instant) },
  { podcasts: z.array(PodcastView) },
);

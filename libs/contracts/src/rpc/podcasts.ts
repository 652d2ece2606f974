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
 * Publishes an episode from a finished upload. @throws `not_found` for a foreign or unknown upload, `conflict` for an
 * unfinished or used one, `invalid_input` for another purpose, `unsupported_media` for bytes of another type
 */
export const publishPodcast = command(
  'publish-podcast',
  { title: z.string(), description: z.nullable(z.string()), mediaType: PodcastMediaType, uploadId: Id },
  podcastAnswer.shape,
);

/** Only the author may edit an episode. Absent fields are unchanged. */
export const editPodcast = command(
  'edit-podcast',
  { id: Id, title: z.optional(z.string()), description: z.optional(z.nullable(z.string())) },
  podcastAnswer.shape,
);

/** The author or an ambassador may remove an episode. The gateway decides `isAmbassador`. */
export const removePodcast = command('remove-podcast', { id: Id, isAmbassador: z.boolean() }, {});

/** Counts a play, at most once per person and episode in 24 hours. */
export const playPodcast = command('play-podcast', { id: Id }, { playCount: integer(0) });

const answers = z.array(PodcastAnswer);
export const podcast = query('podcast', { id: Id }, { ...podcastAnswer.shape, answers: z.optional(answers) });

/**
 * Replaces all marked answers of an episode, for its author only. @throws `not_found` for an unknown or pending
 * question, `conflict` for a locked one, `invalid_input` for a time after the end of the episode
 */
export const setPodcastAnswers = command(
  'set-podcast-answers',
  {
    id: Id,
    answers: z.array(z.object({ questionId: Id, at: z.number() })).check(z.maxLength(limits.podcastAnswers)),
  },
  { answers },
);

/** Sets the transcript from a finished upload of WebVTT. @throws `not_found`, or `conflict` for a used upload */
export const setPodcastTranscript = command('set-podcast-transcript', { id: Id, uploadId: Id }, {});
export const removePodcastTranscript = command('remove-podcast-transcript', { id: Id }, {});
/** The media key of the transcript, or null. @throws `not_found` for an unknown episode */
export const podcastTranscript = query('podcast-transcript', { id: Id }, { key: z.nullable(z.string()) });

/** The newest episodes that answer a question, without episodes of muted people. */
export const answeredIn = query(
  'answered-in',
  { questionId: Id, mutes: ViewersMutes },
  { answeredIn: z.array(AnsweredIn) },
);

/**
 * Episodes in the order of `ids`, without removed ones. The answer covers the first `to` ids, as many as fit into it.
 */
export const podcastViews = query('podcast-views', { ids: Ids }, { podcasts: z.array(PodcastView), to: integer() });

/** The titles of at most 500 episodes. Removed and unknown episodes are missing. */
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

/** At most 20 episodes of the caller before an instant, newest first. */
export const ownPodcastsPage = query(
  'own-podcasts-page',
  { before: z.nullable(Instant) },
  { podcasts: z.array(PodcastView) },
);

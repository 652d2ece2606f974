import * as z from 'zod/mini';
import { RepostData } from './engagement.js';
import { limits } from './limits.js';
import { UserCard } from './people.js';
import { described, Id, Instant, integer, named } from './primitives.js';
import { optionalText, requiredText } from './written-text.js';

const count = integer(0);

export const PodcastMediaType = z.enum(['audio', 'video']);
export type PodcastMediaType = z.infer<typeof PodcastMediaType>;

/** The number of heights in a waveform. A height from 0 to 100 shows the loudness at a time of the episode. */
export const waveformBars = 64;
export const Waveform = z.array(integer(0, 100)).check(z.length(waveformBars));
export type Waveform = z.infer<typeof Waveform>;

export const Podcast = named(
  'Podcast',
  z.object({
    kind: z.literal('podcast'),
    id: Id,
    title: z.string(),
    description: z.nullable(z.string()),
    creatorId: Id,
    creator: UserCard,
    creatorUsername: z.string(),
    mediaUrl: z.string(),
    mediaType: z.catch(PodcastMediaType, 'audio'),
    /** In seconds. Null if the file does not contain it. */
    duration: z.nullable(z.number().check(z.minimum(0))),
    /** Null when the sound could not be read. */
    waveform: z.nullable(Waveform),
    boostCount: count,
    commentCount: count,
    repostCount: count,
    /** The repost that put the episode into a list. Null if the episode is not listed because of a repost. */
    repostData: z.nullable(RepostData),
    playCount: count,
    isMine: z.boolean(),
    isEdited: z.boolean(),
    createdAt: Instant,
  }),
);
export type Podcast = z.infer<typeof Podcast>;

const seconds = z.number().check(z.minimum(0));

/** A question that is open to everyone, and the second at which the episode answers it. */
export const PodcastAnswer = named('PodcastAnswer', z.object({ questionId: Id, title: z.string(), at: seconds }));
export type PodcastAnswer = z.infer<typeof PodcastAnswer>;

export const PodcastDetail = named(
  'PodcastDetail',
  z.extend(Podcast, {
    /** Sorted by the time in the episode (`at`). */
    answers: z.catch(z.array(PodcastAnswer), []),
    hasTranscript: z.catch(z.boolean(), false),
  }),
);
export type PodcastDetail = z.infer<typeof PodcastDetail>;

/** An episode that answers a question. */
export const AnsweredIn = named('AnsweredIn', z.object({ podcastId: Id, title: z.string(), at: seconds }));
export type AnsweredIn = z.infer<typeof AnsweredIn>;

export const PodcastAnswers = z.array(PodcastAnswer);

/** The part of an episode that visitors see. */
export const PodcastCard = named(
  'PodcastCard',
  z.object({
    id: Id,
    title: z.string(),
    creator: z.object({ username: z.string(), profileImage: z.nullable(z.string()) }),
    duration: z.nullable(z.number().check(z.minimum(0))),
    /** Null when the sound could not be read. */
    peaks: z.nullable(Waveform),
  }),
);
export type PodcastCard = z.infer<typeof PodcastCard>;

const titleMissing = 'Please enter a title.';
const mediaMissing = 'Please upload or record audio or video content.';
const PodcastTitle = requiredText(limits.title, titleMissing, `A title has at most ${limits.title} characters`);
const PodcastDescription = optionalText(
  limits.description,
  `A description has at most ${limits.description} characters`,
);

/** `mediaUrl` is a base64 data URL, or `/api/uploads/{id}` of a finished upload. `creatorId` names the actor. */
export const PublishPodcastBody = z.object({
  title: PodcastTitle,
  description: PodcastDescription,
  mediaUrl: described(z.string({ error: mediaMissing }).check(z.minLength(1, mediaMissing)), {
    description:
      'A base64 data URL of at most 16 MB, or `/api/uploads/{id}` of a finished upload of one’s own; both of this `mediaType`',
  }),
  mediaType: PodcastMediaType,
  creatorId: z.nullish(Id),
});
export type PublishPodcastBody = z.input<typeof PublishPodcastBody>;

/** Absent fields are unchanged. A null or blank description removes the description. */
export const EditPodcastBody = z.object({
  title: z.optional(PodcastTitle),
  description: z.optional(PodcastDescription),
  userId: z.nullish(Id),
});
export type EditPodcastBody = z.input<typeof EditPodcastBody>;

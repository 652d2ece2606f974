import * as z from 'zod/mini';
import { PodcastMediaType } from '../podcasts.js';
import { ContentType, Id, Instant, integer } from '../primitives.js';
import { IfNotReached } from '../questions.js';
import { definitionsOf, Owner } from './definitions.js';

const { internal, relayed } = definitionsOf('content');

export const QuestionAsked = relayed('QuestionAsked', {
  questionId: Id,
  titleTextId: Id,
  descriptionTextId: z.nullable(Id),
  owner: Owner,
  isAnonymous: z.boolean(),
  allowAnonymousAnswers: z.boolean(),
  /** Boosts that open the description and the replies; 0 = always open. */
  replyBoostThreshold: integer(),
  /** The person who must approve the question before others see it; null = a question to everyone. */
  targetId: z.nullable(Id),
  /** A word rule of the target holds the question, so it makes no notification. */
  isHeld: z.optional(z.literal(true)),
});

export const QuestionApproved = relayed('QuestionApproved', {
  questionId: Id,
  owner: Owner,
  isAnonymous: z.boolean(),
  targetId: Id,
  /** The reply that came with the approval. */
  replyId: z.optional(Id),
  number: integer(),
});

/** The question leaves its target's list; its asker is not told. */
export const QuestionIgnored = relayed('QuestionIgnored', { questionId: Id, targetId: Id });

/** The asker still sees the question as pending: a visible removal would reveal that the target reported it. */
export const QuestionWithheld = relayed('QuestionWithheld', {
  questionId: Id,
  owner: Owner,
  isAnonymous: z.boolean(),
  targetId: Id,
});

export const QuestionEdited = relayed('QuestionEdited', {
  questionId: Id,
  titleTextId: Id,
  descriptionTextId: z.nullable(Id),
  number: integer(),
});

/** `lockUntil` null: the lock has no end. `number` is null if it was set with the question. */
export const LockEndSet = internal('LockEndSet', {
  questionId: Id,
  lockUntil: z.nullable(Instant),
  ifNotReached: IfNotReached,
  number: z.nullable(integer()),
});

/** The asker, or the end of the lock, lowered the question's own threshold. */
export const ThresholdLowered = relayed('ThresholdLowered', {
  questionId: Id,
  owner: Owner,
  replyBoostThreshold: integer(),
  /** All thresholds above 0 that the question has now, ascending: its own and the pinned reply's. */
  thresholds: z.array(integer(1)),
  number: integer(),
});

export const ReplyPinned = relayed('ReplyPinned', {
  questionId: Id,
  replyId: Id,
  boostThreshold: integer(1),
  number: integer(),
});

/** Episodes always name their author. */
export const PodcastPublished = relayed('PodcastPublished', {
  podcastId: Id,
  titleTextId: Id,
  descriptionTextId: z.nullable(Id),
  owner: Owner,
  mediaType: PodcastMediaType,
  /** Key in the media store; it reveals nothing about the author. */
  mediaKey: z.string(),
  /** In seconds; null when the file does not say. */
  duration: z.nullable(z.number()),
});

/** An episode answers a question, or its author has taken the answer back. `revision` rises with each change of the pair. */
export const PodcastAnswerMarked = relayed('PodcastAnswerMarked', {
  podcastId: Id,
  podcastOwnerId: Id,
  questionId: Id,
  /** Included, so that no consumer waits for another source. Null when the answer is taken back. */
  questionOwner: z.nullable(Owner),
  /** In seconds. Null when the answer is taken back. */
  at: z.nullable(z.number()),
  revision: integer(1),
});

/** Null when the episode has no transcript any more. */
export const PodcastTranscriptSet = relayed('PodcastTranscriptSet', {
  podcastId: Id,
  /** Key in the media store. */
  transcriptKey: z.nullable(z.string()),
});

export const PodcastEdited = relayed('PodcastEdited', {
  podcastId: Id,
  titleTextId: Id,
  descriptionTextId: z.nullable(Id),
});

/**
 * Removing a question also removes its replies, without further events. Content that is removed together shares
 * `removalId` and returns together. `revision` rises with every removal and return of the content.
 */
const removal = {
  contentType: ContentType,
  contentId: Id,
  /** A question's own id, the id of a reply's question, or an episode's own id. */
  questionId: Id,
  owner: Owner,
  isAnonymous: z.boolean(),
  removalId: Id,
  revision: integer(1),
  number: z.nullable(integer()),
};
/** The actor: author, target of a question, or ambassador; `wipe` and `account` remove all posts of an account. */
export const RemovalCause = z.enum(['author', 'target', 'ambassador', 'wipe', 'account']);
export type RemovalCause = z.infer<typeof RemovalCause>;
export const ContentRemoved = relayed('ContentRemoved', { ...removal, cause: RemovalCause });
export const ContentRestored = relayed('ContentRestored', removal);

/** Hides all named posts of a person at once. A job then removes each post. */
export const AccountContentHidden = internal('AccountContentHidden', {
  accountId: Id,
  removalId: Id,
  cause: z.enum(['wipe', 'account']),
});
export const AccountContentShown = internal('AccountContentShown', { accountId: Id, removalId: Id });

export const ReplyPosted = relayed('ReplyPosted', {
  replyId: Id,
  questionId: Id,
  textId: Id,
  owner: Owner,
  isAnonymous: z.boolean(),
  /** Included, so that no consumer waits for another source. */
  questionOwner: Owner,
  parentReplyId: z.nullable(Id),
  parentOwner: z.nullable(Owner),
  /** The reply came with the approval, whose event names it. */
  isApproval: z.optional(z.literal(true)),
  number: integer(),
});

/** The latch: texts of this question with a threshold up to `threshold` stay open for ever. */
export const Revealed = relayed('Revealed', {
  questionId: Id,
  owner: Owner,
  threshold: integer(),
  revealCount: integer(),
  number: integer(),
  /** Set if no boost opened it, but a lowered threshold: the revision of the counters that had `revealCount`. */
  countsRevision: z.optional(integer()),
});

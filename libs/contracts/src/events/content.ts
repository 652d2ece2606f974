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
  /** The number of boosts that opens the description and the replies. 0 means that they are open from the start. */
  replyBoostThreshold: integer(),
  /** The person who must approve the question before others see it. Null means a question to everyone. */
  targetId: z.nullable(Id),
  /** True if a word rule of the target holds the question. The target then gets no notification. */
  isHeld: z.optional(z.literal(true)),
});

export const QuestionApproved = relayed('QuestionApproved', {
  questionId: Id,
  owner: Owner,
  isAnonymous: z.boolean(),
  targetId: Id,
  /** The reply that the target has given with the approval. */
  replyId: z.optional(Id),
  number: integer(),
});

/** The target ignores the question. The question leaves the target's list, and its asker is not told. */
export const QuestionIgnored = relayed('QuestionIgnored', { questionId: Id, targetId: Id });

/**
 * An ambassador has deleted a reported pending question. Its asker still sees it as pending and learns of no report.
 */
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

/**
 * `lockUntil` is null if the lock has no end. `number` is the number of this change in the room. It is null if the end
 * was set when the question was asked.
 */
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
  /** The thresholds above 0 of the question and of its pinned reply after the change, in ascending order. */
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
  /** The key in the media store, which reveals nothing about the author. */
  mediaKey: z.string(),
  /** In seconds. Null if the file does not contain it. */
  duration: z.nullable(z.number()),
});

/** An episode answers a question, or no longer answers it. `revision` rises with each change of this pair. */
export const PodcastAnswerMarked = relayed('PodcastAnswerMarked', {
  podcastId: Id,
  podcastOwnerId: Id,
  questionId: Id,
  /**
   * The event repeats the question's owner, so that a consumer need not have read the question's own events. Null when
   * the answer is taken back.
   */
  questionOwner: z.nullable(Owner),
  /** In seconds. Null when the answer is taken back. */
  at: z.nullable(z.number()),
  revision: integer(1),
});

/** `transcriptKey` is null when the transcript is removed. */
export const PodcastTranscriptSet = relayed('PodcastTranscriptSet', {
  podcastId: Id,
  /** The key in the media store. */
  transcriptKey: z.nullable(z.string()),
});

export const PodcastEdited = relayed('PodcastEdited', {
  podcastId: Id,
  titleTextId: Id,
  descriptionTextId: z.nullable(Id),
});

/**
 * The removal of a question also removes its replies, without further events. Content that is removed together has the
 * same `removalId` and is restored together. `revision` rises with every removal and every restoration of the content.
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
/**
 * The role of the person who removed the content, `wipe`, or `account` for the deletion of an account. The last two
 * remove all posts of a person.
 */
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
  /** The event repeats the question's owner, so that a consumer need not have read the question's own events. */
  questionOwner: Owner,
  parentReplyId: z.nullable(Id),
  parentOwner: z.nullable(Owner),
  /** True if the reply was given with the approval. `QuestionApproved` then names this reply. */
  isApproval: z.optional(z.literal(true)),
  number: integer(),
});

/** Texts of this question with a threshold up to `threshold` are now open for ever (the latch). */
export const Revealed = relayed('Revealed', {
  questionId: Id,
  owner: Owner,
  threshold: integer(),
  revealCount: integer(),
  number: integer(),
  /**
   * The revision of the question's counters at which they had `revealCount` boosts. Absent if a boost opened the text,
   * set if a lowered threshold did.
   */
  countsRevision: z.optional(integer()),
});

import * as z from 'zod/mini';
import { PodcastMediaType } from '../podcasts.js';
import { ContentType, Id, integer } from '../primitives.js';
import { event, Owner } from './definitions.js';

export const QuestionAsked = event(
  'content',
  'QuestionAsked',
  'relayed',
  z.object({
    questionId: Id,
    titleTextId: Id,
    descriptionTextId: z.nullable(Id),
    owner: Owner,
    isAnonymous: z.boolean(),
    allowAnonymousAnswers: z.boolean(),
    /** How many boosts open the description and the replies; with 0 nothing is hidden. */
    replyBoostThreshold: integer(),
    /** Who must approve it before anybody else sees it; null: it is asked of everyone. */
    targetId: z.nullable(Id),
  }),
);

/** A question asked of one person is open to everyone from now on. */
export const QuestionApproved = event(
  'content',
  'QuestionApproved',
  'relayed',
  z.object({ questionId: Id, owner: Owner, isAnonymous: z.boolean(), targetId: Id, number: integer() }),
);

/** The target wants no such question: it leaves their list, and its asker is not told. */
export const QuestionIgnored = event(
  'content',
  'QuestionIgnored',
  'relayed',
  z.object({ questionId: Id, targetId: Id }),
);

/**
 * An ambassador has taken away a question that waits for its approval: it is gone for all but its asker, to whom it still seems to wait. Its vanishing
 * would tell the asker that the target has reported it.
 */
export const QuestionWithheld = event(
  'content',
  'QuestionWithheld',
  'relayed',
  z.object({ questionId: Id, owner: Owner, isAnonymous: z.boolean(), targetId: Id }),
);

export const QuestionEdited = event(
  'content',
  'QuestionEdited',
  'relayed',
  z.object({ questionId: Id, titleTextId: Id, descriptionTextId: z.nullable(Id), number: integer() }),
);

/** A reply stands above its question's chat. It opens at a threshold of its own. */
export const ReplyPinned = event(
  'content',
  'ReplyPinned',
  'relayed',
  z.object({ questionId: Id, replyId: Id, boostThreshold: integer(1), number: integer() }),
);

/** Episodes name their author always. */
export const PodcastPublished = event(
  'content',
  'PodcastPublished',
  'relayed',
  z.object({
    podcastId: Id,
    titleTextId: Id,
    descriptionTextId: z.nullable(Id),
    owner: Owner,
    mediaType: PodcastMediaType,
    /** Of its bytes in the media store; it tells nothing of the author. */
    mediaKey: z.string(),
    /** In seconds; null where the file does not tell. */
    duration: z.nullable(z.number()),
  }),
);

export const PodcastEdited = event(
  'content',
  'PodcastEdited',
  'relayed',
  z.object({ podcastId: Id, titleTextId: Id, descriptionTextId: z.nullable(Id) }),
);

/**
 * Content is gone from every read. A removed question takes what is under it along: that follows from this event, no event a child. `removalId`
 * is shared by what goes together, so that it comes back together; `revision` rises with every removal and return of the content.
 */
const removal = z.object({
  contentType: ContentType,
  contentId: Id,
  /** The question that it is or lies under; an episode's own id. */
  questionId: Id,
  owner: Owner,
  isAnonymous: z.boolean(),
  removalId: Id,
  revision: integer(1),
  /** In the question's room; null for what has none. */
  number: z.nullable(integer()),
});
/** On whose account: its author, the target of a question, an ambassador, or all of an account by a wipe or its deletion. */
export const RemovalCause = z.enum(['author', 'target', 'ambassador', 'wipe', 'account']);
export type RemovalCause = z.infer<typeof RemovalCause>;
export const ContentRemoved = event('content', 'ContentRemoved', 'relayed', z.extend(removal, { cause: RemovalCause }));
export const ContentRestored = event('content', 'ContentRestored', 'relayed', removal);

/** Everything that a person has posted by name until now goes at once. A job removes one post after the other behind it. */
export const AccountContentHidden = event(
  'content',
  'AccountContentHidden',
  'internal',
  z.object({ accountId: Id, removalId: Id, cause: z.enum(['wipe', 'account']) }),
);
export const AccountContentShown = event(
  'content',
  'AccountContentShown',
  'internal',
  z.object({ accountId: Id, removalId: Id }),
);

export const ReplyPosted = event(
  'content',
  'ReplyPosted',
  'relayed',
  z.object({
    replyId: Id,
    questionId: Id,
    textId: Id,
    owner: Owner,
    isAnonymous: z.boolean(),
    /** Whose question it is, so that nobody downstream has to wait for another source. */
    questionOwner: Owner,
    parentReplyId: z.nullable(Id),
    parentOwner: z.nullable(Owner),
    /** Its number in the question's room. */
    number: integer(),
  }),
);

/** The latch: texts of this question with a threshold at or below `threshold` are open for ever. */
export const Revealed = event(
  'content',
  'Revealed',
  'relayed',
  z.object({
    questionId: Id,
    owner: Owner,
    threshold: integer(),
    /** How many boosts the question had when it was latched. */
    revealCount: integer(),
    number: integer(),
  }),
);

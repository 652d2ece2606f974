import * as z from 'zod/mini';
import { ContentRef } from '../engagement.js';
import { Owner } from '../events/definitions.js';
import { ContentType, Id, integer } from '../primitives.js';
import { ContentLocation } from '../questions.js';
import { QuestionView, ReplyView } from './content-views.js';
import { command, query } from './rpc.js';

const Ids = z.array(Id).check(z.maxLength(500));

/**
 * Pairs of accounts and author ids, by either. Seals and tags of anonymous acts are made of author ids. A pair that
 * does not exist, or was destroyed with its account, is missing. One whose seal key is lost is missing by account, and
 * refuses the call as `unavailable` by author. Callers keep an answer for a minute at most, in memory alone.
 */
export const resolveAuthors = query(
  'content',
  'resolve-authors',
  z.object({ accountIds: Ids, authorIds: Ids }),
  z.object({ authors: z.array(z.object({ accountId: Id, authorId: Id })) }),
  ['gamification', 'notification'],
);

export * from './content-views.js';
export * from './feeds.js';
export * from './hidings.js';
export * from './podcasts.js';
export * from './questions.js';
export * from './rooms.js';
export * from './uploads.js';

export const postReply = command(
  'content',
  'post-reply',
  z.object({ questionId: Id, content: z.string(), isAnonymous: z.boolean(), parentReplyId: z.nullable(Id) }),
  z.object({ reply: ReplyView }),
);

/**
 * Takes a question, with all under it, or a reply from every read; its words are erased later. Who may: its author, an ambassador, and the target
 * of an approved question; others are refused as `forbidden`, or as `not_found` where they do not see it.
 */
export const removeContent = command(
  'content',
  'remove-content',
  z.extend(ContentRef, { isAmbassador: z.boolean() }),
  z.object({}),
);

/**
 * Opens everything of a question whose threshold is at or below `boostPeak`. Called before the boost that reached it is
 * answered; repeating it changes nothing.
 */
export const latchReveal = command(
  'content',
  'latch-reveal',
  z.object({ questionId: Id, boostPeak: integer(0) }),
  z.object({ lastNumber: integer() }),
);

/**
 * Answers are bounded in bytes as well as in number. True when this one had no room for older replies that were asked for;
 * `repliesBefore` its first one gives them.
 */
const IsCut = z.boolean();

/**
 * Posts were being hidden while this was read (see `RoomHead`). Some may be missing that come back without a number, should the hiding be turned round: what was
 * read like that must not be kept.
 */
const WasHiding = z.optional(z.boolean());

/** Something of the caller's own, with its words where a threshold keeps or has kept them from others; null elsewhere. */
export const OwnWords = z.object({ id: Id, words: z.nullable(z.string()) });
export type OwnWords = z.infer<typeof OwnWords>;

/** A question, the newest 200 replies in its room, oldest first, and the one that is pinned above them. */
export const questionPage = query(
  'content',
  'question-page',
  z.object({ questionId: Id }),
  z.object({
    question: QuestionView,
    replies: z.array(ReplyView),
    isCut: IsCut,
    pinnedReply: z.nullable(ReplyView),
    isHiding: WasHiding,
  }),
);
/** The newest `limit` replies with a number below `before`, oldest first. */
export const repliesBefore = query(
  'content',
  'replies-before',
  z.object({ questionId: Id, before: integer(), limit: integer(1, 200) }),
  z.object({ replies: z.array(ReplyView), isCut: IsCut, isHiding: WasHiding }),
);
export const reply = query(
  'content',
  'reply',
  z.object({ id: Id }),
  z.object({ reply: ReplyView, parentTitle: z.string() }),
);
export const locate = query(
  'content',
  'locate',
  z.object({ id: Id }),
  z.object({ location: z.nullable(ContentLocation) }),
);

/** What of a question's page is the caller's own: the question, and replies among the newest 200. Empty for visitors. */
export const ownOnPage = query(
  'content',
  'own-on-page',
  z.object({ questionId: Id }),
  z.object({
    lastNumber: integer(),
    /** As in `RoomHead`. */
    isHiding: z.boolean(),
    /** False: visitors see no such question. */
    isApproved: z.boolean(),
    question: z.nullable(OwnWords),
    replies: z.array(OwnWords),
    /** The pinned reply, where it is the caller's own. */
    pinnedReply: z.nullable(OwnWords),
  }),
);

/** Titles, which are never locked, for what speaks of questions; those that do not exist are missing. At most 500 ids. */
export const titles = query(
  'content',
  'titles',
  z.object({ questionIds: z.array(Id).check(z.maxLength(500)) }),
  z.object({ titles: z.array(z.object({ questionId: Id, title: z.string() })) }),
);

/** Replies as a visitor sees them, with the titles of their questions; in any order, as many as an answer has room for, as `questionViews`. */
export const replyViews = query(
  'content',
  'reply-views',
  z.object({ ids: z.array(Id).check(z.maxLength(500)) }),
  z.object({ replies: z.array(z.object({ reply: ReplyView, parentTitle: z.string() })), to: integer() }),
);

/** Which of these replies are the caller's own. At most 500. */
export const ownReplies = query(
  'content',
  'own-replies',
  z.object({ ids: z.array(Id).check(z.maxLength(500)) }),
  z.object({ replies: z.array(OwnWords) }),
);

/**
 * Questions as a visitor sees them, in the order of `ids`, as many as an answer has room for: those up to `to` ids were looked
 * at, ask again for the rest. Unknown ones are missing.
 */
export const questionViews = query(
  'content',
  'question-views',
  z.object({ ids: z.array(Id).check(z.maxLength(500)) }),
  z.object({ questions: z.array(QuestionView), to: integer(), isHiding: WasHiding }),
);

/** Which of these questions are the caller's own. At most 500. */
export const ownQuestions = query(
  'content',
  'own-questions',
  z.object({ ids: z.array(Id).check(z.maxLength(500)) }),
  z.object({ questions: z.array(OwnWords) }),
);

/** What engagement must know about content that its projector has not brought yet. Only what is missing in this answer is a 404. */
export const BoostTarget = z.object({
  contentType: ContentType,
  contentId: Id,
  questionId: Id,
  owner: Owner,
  /** In ascending order; empty for replies, which unlock nothing. */
  thresholds: z.array(integer(1)),
});
export type BoostTarget = z.infer<typeof BoostTarget>;
/** At most 500 items; what does not exist is missing. `waiting`: what two people may know of already, see `seenTargets`. */
export const boostTargets = query(
  'content',
  'boost-targets',
  z.object({ items: z.array(ContentRef).check(z.maxLength(500)) }),
  z.object({ targets: z.array(BoostTarget), waiting: z.optional(z.array(ContentRef)) }),
  ['engagement'],
);
/**
 * Of questions and replies what the acting account sees, also while the question waits for its approval: it asked, or was asked. `mayBoost` false: only
 * two people could have done it, and one of them asked anonymously. At most 500 items.
 */
export const seenTargets = query(
  'content',
  'seen-targets',
  z.object({ items: z.array(ContentRef).check(z.maxLength(500)) }),
  z.object({ targets: z.array(z.extend(BoostTarget, { mayBoost: z.boolean() })) }),
  ['engagement'],
);

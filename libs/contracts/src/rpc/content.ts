import * as z from 'zod/mini';
import { ContentRef } from '../engagement.js';
import { Owner } from '../events/definitions.js';
import { ContentType, Id, integer } from '../primitives.js';
import { ContentLocation } from '../questions.js';
import { QuestionView, ReplyView } from './content-views.js';
import { command, query } from './rpc.js';

const Ids = z.array(Id).check(z.maxLength(500));

/**
 * Pairs of accounts and author ids, by either. Seals and tags of anonymous acts are made from author ids. A pair that
 * never existed or was destroyed is missing. If its seal key is lost, it is missing by account, and by author the call
 * is refused as `unavailable`. Callers keep an answer for a minute at most, in memory only.
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
 * Its words are erased later. Allowed for the author, an ambassador, and the target of an approved question.
 * @throws `forbidden`, or `not_found` when the caller does not see it
 */
export const removeContent = command(
  'content',
  'remove-content',
  z.extend(ContentRef, { isAmbassador: z.boolean() }),
  z.object({}),
);

/** Opens what has a threshold up to `boostPeak`, before the boost that reached it is answered. Idempotent. */
export const latchReveal = command(
  'content',
  'latch-reveal',
  z.object({ questionId: Id, boostPeak: integer(0) }),
  z.object({ lastNumber: integer() }),
);

/** Answers are bounded in bytes too. True when older replies had no room; `repliesBefore` the first returns them. */
const IsCut = z.boolean();

/** A hiding ran (see `RoomHead`). Undoing it may restore posts without a number, so the answer must not be cached. */
const WasHiding = z.optional(z.boolean());

/** The caller's own content, with words that a threshold hides or has hidden from others; null elsewhere. */
export const OwnWords = z.object({ id: Id, words: z.nullable(z.string()) });
export type OwnWords = z.infer<typeof OwnWords>;

/** A question, the newest 200 replies in its room, oldest first, and the pinned one. */
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

/** The caller's own parts of a question's page: the question, and replies among the newest 200. Empty for visitors. */
export const ownOnPage = query(
  'content',
  'own-on-page',
  z.object({ questionId: Id }),
  z.object({
    lastNumber: integer(),
    isHiding: z.boolean(),
    isApproved: z.boolean(),
    question: z.nullable(OwnWords),
    replies: z.array(OwnWords),
    pinnedReply: z.nullable(OwnWords),
  }),
);

/** Titles are never locked. Missing questions are omitted. At most 500 ids. */
export const titles = query(
  'content',
  'titles',
  z.object({ questionIds: z.array(Id).check(z.maxLength(500)) }),
  z.object({ titles: z.array(z.object({ questionId: Id, title: z.string() })) }),
);

/** Replies as visitors see them, with their questions' titles, in any order; `to` as in `questionViews`. */
export const replyViews = query(
  'content',
  'reply-views',
  z.object({ ids: z.array(Id).check(z.maxLength(500)) }),
  z.object({ replies: z.array(z.object({ reply: ReplyView, parentTitle: z.string() })), to: integer() }),
);

/** At most 500. */
export const ownReplies = query(
  'content',
  'own-replies',
  z.object({ ids: z.array(Id).check(z.maxLength(500)) }),
  z.object({ replies: z.array(OwnWords) }),
);

/** In the order of `ids`, as many as fit into an answer: the first `to` were handled. Unknown ones are missing. */
export const questionViews = query(
  'content',
  'question-views',
  z.object({ ids: z.array(Id).check(z.maxLength(500)) }),
  z.object({ questions: z.array(QuestionView), to: integer(), isHiding: WasHiding }),
);

/** At most 500. */
export const ownQuestions = query(
  'content',
  'own-questions',
  z.object({ ids: z.array(Id).check(z.maxLength(500)) }),
  z.object({ questions: z.array(OwnWords) }),
);

/** Facts about content that engagement's projector has not read yet. Only content missing here is a 404. */
export const BoostTarget = z.object({
  contentType: ContentType,
  contentId: Id,
  questionId: Id,
  owner: Owner,
  /** Ascending; empty for replies, which unlock nothing. */
  thresholds: z.array(integer(1)),
});
export type BoostTarget = z.infer<typeof BoostTarget>;
/** At most 500 items; unknown ones are missing. `waiting`: pending questions, see `seenTargets`. */
export const boostTargets = query(
  'content',
  'boost-targets',
  z.object({ items: z.array(ContentRef).check(z.maxLength(500)) }),
  z.object({ targets: z.array(BoostTarget), waiting: z.optional(z.array(ContentRef)) }),
  ['engagement'],
);
/**
 * Questions and replies that the acting account sees, also while the question is pending: it asked or was asked.
 * `mayBoost` false: only two people could have boosted, and one asked anonymously. At most 500 items.
 */
export const seenTargets = query(
  'content',
  'seen-targets',
  z.object({ items: z.array(ContentRef).check(z.maxLength(500)) }),
  z.object({ targets: z.array(z.extend(BoostTarget, { mayBoost: z.boolean() })) }),
  ['engagement'],
);

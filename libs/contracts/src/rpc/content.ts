import * as z from 'zod/mini';
import { ContentRef } from '../engagement.js';
import { Owner } from '../events/definitions.js';
import { ContentType, Id, integer } from '../primitives.js';
import { ContentLocation } from '../questions.js';
import { QuestionView, ReplyView } from './content-views.js';
import { ViewersMutes } from './mutes.js';
import { contractsOf, Ids } from './rpc.js';

const { command, query } = contractsOf('content');

/**
 * Finds pairs of account and author id, by either of them. A pair that never existed or was destroyed is missing. If a
 * pair's seal key is lost, it is missing by account, and by author id the call is refused as `unavailable`. Callers
 * keep an answer for a minute at most, in memory only.
 */
export const resolveAuthors = query(
  'resolve-authors',
  { accountIds: Ids, authorIds: Ids },
  { authors: z.array(z.object({ accountId: Id, authorId: Id })) },
  ['gamification', 'notification'],
);

export * from './content-views.js';
export * from './feeds.js';
export * from './hidings.js';
export * from './marks.js';
export * from './openings.js';
export * from './podcast-feeds.js';
export * from './podcasts.js';
export * from './questions.js';
export * from './rooms.js';
export * from './search.js';
export * from './uploads.js';
export * from './word-rules.js';

export const postReply = command(
  'post-reply',
  {
    questionId: Id,
    content: z.string(),
    isAnonymous: z.boolean(),
    parentReplyId: z.nullable(Id),
    /** Another person blocks the acting account, perhaps the question's author. */
    isBlocked: z.optional(z.boolean()),
  },
  { reply: ReplyView },
);

/**
 * Words are erased later. Allowed for the author, an ambassador, and the target of an approved question.
 * @throws `forbidden`, or `not_found` when the caller does not see the content
 */
export const removeContent = command('remove-content', { ...ContentRef.shape, isAmbassador: z.boolean() }, {});

/** Opens texts with a threshold up to `boostPeak`. It runs before the boost is answered. Idempotent. */
export const latchReveal = command(
  'latch-reveal',
  { questionId: Id, boostPeak: integer(0) },
  { lastNumber: integer() },
);

/** True when older replies did not fit into the answer. `repliesBefore` the first reply returns them. */
const IsCut = z.boolean();

/** A hiding ran (see `RoomHead`). Its undoing may restore posts without a number, so do not cache the answer. */
const WasHiding = z.optional(z.boolean());

/** The caller's own content. `words` are those that a threshold hides, or has hidden, from others; null elsewhere. */
export const OwnWords = z.object({ id: Id, words: z.nullable(z.string()) });
export type OwnWords = z.infer<typeof OwnWords>;

/** A question, the newest 200 replies in its room, oldest first, and the pinned reply. */
export const questionPage = query(
  'question-page',
  { questionId: Id, mutes: ViewersMutes },
  {
    question: QuestionView,
    replies: z.array(ReplyView),
    isCut: IsCut,
    pinnedReply: z.nullable(ReplyView),
    isHiding: WasHiding,
  },
);
/** The newest `limit` replies with a number below `before`, oldest first. */
export const repliesBefore = query(
  'replies-before',
  { questionId: Id, before: integer(), limit: integer(1, 200), mutes: ViewersMutes },
  { replies: z.array(ReplyView), isCut: IsCut, isHiding: WasHiding },
);
export const reply = query('reply', { id: Id }, { reply: ReplyView, parentTitle: z.string() });
export const locate = query('locate', { id: Id }, { location: z.nullable(ContentLocation) });

/** The caller's own parts of a question's page: the question, and replies among the newest 200. Empty for visitors. */
export const ownOnPage = query(
  'own-on-page',
  { questionId: Id },
  {
    lastNumber: integer(),
    isHiding: z.boolean(),
    isApproved: z.boolean(),
    /** An episode may answer this question. */
    isAnswered: z.optional(z.boolean()),
    isWatching: z.optional(z.boolean()),
    question: z.nullable(OwnWords),
    replies: z.array(OwnWords),
    pinnedReply: z.nullable(OwnWords),
  },
);

/** Titles are never locked. Missing questions are omitted. At most 500 ids. */
export const titles = query(
  'titles',
  { questionIds: Ids },
  { titles: z.array(z.object({ questionId: Id, title: z.string() })) },
);

/** Replies as visitors see them, with their questions' titles, in any order; `to` as in `questionViews`. */
export const replyViews = query(
  'reply-views',
  { ids: Ids },
  { replies: z.array(z.object({ reply: ReplyView, parentTitle: z.string() })), to: integer() },
);

/** At most 500 ids. */
export const ownReplyWords = query('own-replies', { ids: Ids }, { replies: z.array(OwnWords) });

/** In the order of `ids`, without unknown ones, as many as fit into an answer. The first `to` ids were handled. */
export const questionViews = query(
  'question-views',
  { ids: Ids },
  { questions: z.array(QuestionView), to: integer(), isHiding: WasHiding },
);

/** At most 500 ids. */
export const ownQuestionWords = query('own-questions', { ids: Ids }, { questions: z.array(OwnWords) });

/** Facts about content, for events that engagement's projector has not read yet. Content missing here is a 404. */
export const ContentTarget = z.object({
  contentType: ContentType,
  contentId: Id,
  questionId: Id,
  owner: Owner,
  /** Ascending; empty for replies, which unlock nothing. */
  thresholds: z.array(integer(1)),
});
export type ContentTarget = z.infer<typeof ContentTarget>;
/** At most 500 items; unknown ones are missing. `waiting`: pending questions, see `visibleTargets`. */
export const contentTargets = query(
  'content-targets',
  { items: z.array(ContentRef).check(z.maxLength(500)) },
  { targets: z.array(ContentTarget), waiting: z.optional(z.array(ContentRef)) },
  ['engagement'],
);
/**
 * Questions and replies that the acting account sees, also as author or target of a pending question. `mayBoost` false:
 * only these two people could have boosted, and the author is anonymous. At most 500 items.
 */
export const visibleTargets = query(
  'visible-targets',
  { items: z.array(ContentRef).check(z.maxLength(500)) },
  { targets: z.array(z.extend(ContentTarget, { mayBoost: z.boolean() })) },
  ['engagement'],
);

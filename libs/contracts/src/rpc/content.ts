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
 * Finds pairs of account and author id, by account or by author id. Unknown and destroyed pairs are missing. If the
 * seal key of a pair is lost, a call by account leaves the pair out. A call by author id is then refused as
 * `unavailable`. Callers may keep an answer in memory for at most a minute.
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
    /**
     * True if anybody blocks the acting account. Content then asks identity whether the question's author blocks it.
     */
    isBlocked: z.optional(z.boolean()),
  },
  { reply: ReplyView },
);

/**
 * Removes content. Its words are erased later. Its author, an ambassador and the target of an approved question may
 * remove it. @throws `forbidden`, or `not_found` if the caller does not see the content
 */
export const removeContent = command('remove-content', { ...ContentRef.shape, isAmbassador: z.boolean() }, {});

/** Opens texts with a threshold up to `boostPeak`. The gateway calls it before it answers the boost. Idempotent. */
export const latchReveal = command(
  'latch-reveal',
  { questionId: Id, boostPeak: integer(0) },
  { lastNumber: integer() },
);

/** True if older replies did not fit into the answer. `repliesBefore` then returns them. */
const IsCut = z.boolean();

/**
 * True if posts were being hidden (see `RoomHead`). If the hiding is undone, the posts return without a new entry, so
 * this answer must not be cached.
 */
const WasHiding = z.optional(z.boolean());

/** Content of the caller. `words` is set only if a threshold hides the words from others, or has hidden them. */
export const OwnWords = z.object({ id: Id, words: z.nullable(z.string()) });
export type OwnWords = z.infer<typeof OwnWords>;

/** A question with its pinned reply and the newest 200 replies, oldest first. */
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

/** The caller's own words on a question's page, in the question and in the newest 200 replies. Empty for visitors. */
export const ownOnPage = query(
  'own-on-page',
  { questionId: Id },
  {
    lastNumber: integer(),
    isHiding: z.boolean(),
    isApproved: z.boolean(),
    /** True if an episode answers this question. The episode may be removed. */
    isAnswered: z.optional(z.boolean()),
    isWatching: z.optional(z.boolean()),
    question: z.nullable(OwnWords),
    replies: z.array(OwnWords),
    pinnedReply: z.nullable(OwnWords),
  },
);

/** The titles of at most 500 questions. Titles are never locked. Unknown questions are missing. */
export const titles = query(
  'titles',
  { questionIds: Ids },
  { titles: z.array(z.object({ questionId: Id, title: z.string() })) },
);

/** Replies as visitors see them, with the titles of their questions, in any order. `to` is as in `questionViews`. */
export const replyViews = query(
  'reply-views',
  { ids: Ids },
  { replies: z.array(z.object({ reply: ReplyView, parentTitle: z.string() })), to: integer() },
);

/** The caller's own words in at most 500 replies. */
export const ownReplyWords = query('own-replies', { ids: Ids }, { replies: z.array(OwnWords) });

/**
 * Questions in the order of `ids`, without unknown ones. The answer covers the first `to` ids, as many as fit into it.
 */
export const questionViews = query(
  'question-views',
  { ids: Ids },
  { questions: z.array(QuestionView), to: integer(), isHiding: WasHiding },
);

/** The caller's own words in at most 500 questions. */
export const ownQuestionWords = query('own-questions', { ids: Ids }, { questions: z.array(OwnWords) });

/** Facts about content for engagement, which asks for them if its projector has not read the content's event yet. */
export const ContentTarget = z.object({
  contentType: ContentType,
  contentId: Id,
  questionId: Id,
  owner: Owner,
  /** In ascending order. Empty for replies, whose boosts open nothing. */
  thresholds: z.array(integer(1)),
});
export type ContentTarget = z.infer<typeof ContentTarget>;
/**
 * Looks up at most 500 contents. Unknown content is missing. Pending questions and their replies are in `waiting`
 * instead of `targets`. `visibleTargets` returns them to asker and target.
 */
export const contentTargets = query(
  'content-targets',
  { items: z.array(ContentRef).check(z.maxLength(500)) },
  { targets: z.array(ContentTarget), waiting: z.optional(z.array(ContentRef)) },
  ['engagement'],
);
/**
 * Returns those of at most 500 contents that the acting account sees, also as author or target of a pending question.
 * `mayBoost` is false for a pending question of an anonymous author, because boosts of two people would reveal the
 * author.
 */
export const visibleTargets = query(
  'visible-targets',
  { items: z.array(ContentRef).check(z.maxLength(500)) },
  { targets: z.array(z.extend(ContentTarget, { mayBoost: z.boolean() })) },
  ['engagement'],
);

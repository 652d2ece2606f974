import * as z from 'zod/mini';
import { ContentRef } from '../engagement.js';
import { Owner } from '../events/owner.js';
import { ContentType, Id, Instant, integer, MediaType } from '../primitives.js';
import { ContentLocation } from '../questions.js';
import { command, query } from './rpc.js';

export * from './feeds.js';
export * from './podcasts.js';
export * from './uploads.js';

/** A question as content answers it to one viewer: counters, people and own boosts are added by the gateway. */
export const QuestionView = z.object({
  id: Id,
  title: z.string(),
  /** Null when there is none or when it is withheld from this viewer. */
  description: z.nullable(z.string()),
  /** Null when the question was asked anonymously. */
  authorId: z.nullable(Id),
  isAnonymous: z.boolean(),
  allowAnonymousAnswers: z.boolean(),
  replyBoostThreshold: integer(),
  /** Whether the description is open: latched, or without a threshold. */
  isRevealed: z.boolean(),
  replyCount: integer(),
  isMine: z.boolean(),
  isEdited: z.boolean(),
  /** Whom it is asked; null: everyone. */
  targetId: z.nullable(Id),
  /** False: nobody but its author and its target sees it. */
  isApproved: z.boolean(),
  pinnedReplyId: z.nullable(Id),
  lastNumber: integer(),
  createdAt: Instant,
});
export type QuestionView = z.infer<typeof QuestionView>;

export const ReplyView = z.object({
  id: Id,
  questionId: Id,
  number: integer(),
  /** Null when the reply was written anonymously. */
  authorId: z.nullable(Id),
  content: z.nullable(z.string()),
  mediaType: MediaType,
  isAnonymous: z.boolean(),
  parentReplyId: z.nullable(Id),
  boostThreshold: integer(),
  isRevealed: z.boolean(),
  isPinned: z.boolean(),
  isMine: z.boolean(),
  createdAt: Instant,
});
export type ReplyView = z.infer<typeof ReplyView>;

/**
 * A visitor may ask one person anonymously, nothing else. Who takes no questions of the caller refuses with `not_accepting`, an unknown target is
 * `not_found`, oneself `invalid_input`.
 */
export const askQuestion = command(
  'content',
  'ask-question',
  z.object({
    targetId: z._default(z.nullable(Id), null),
    title: z.string(),
    description: z.nullable(z.string()),
    isAnonymous: z.boolean(),
    allowAnonymousAnswers: z.boolean(),
    replyBoostThreshold: integer(0, 100),
  }),
  z.object({ question: QuestionView }),
);

/** Of questions that were asked of the caller; others are refused as `forbidden`, or as `not_found` where they do not see it. */
export const approveQuestion = command('content', 'approve-question', z.object({ questionId: Id }), z.object({ question: QuestionView }));
/** Posts the caller's answer, which opens at `boostThreshold` boosts of the question, and pins it. */
export const approveWithReply = command(
  'content',
  'approve-with-reply',
  z.object({ questionId: Id, content: z.string(), boostThreshold: integer(1, 5_000_000) }),
  z.object({ reply: ReplyView, parentTitle: z.string() }),
);
/** To whoever asked, an ignored question looks pending. */
export const ignoreQuestion = command('content', 'ignore-question', z.object({ questionId: Id }), z.object({}));
/** Those that wait for the caller's approval, newest first: of before an instant 50, fewer where they are long, and all of the last one's instant. */
export const pendingQuestions = query(
  'content',
  'pending-questions',
  z.object({ before: z.nullable(Instant) }),
  z.object({ questions: z.array(QuestionView) }),
);

/** By its author; after its first boost or reply a `conflict`. What is absent stays, a null description goes. */
export const editQuestion = command(
  'content',
  'edit-question',
  z.object({ questionId: Id, title: z.optional(z.string()), description: z.optional(z.nullable(z.string())) }),
  z.object({ question: QuestionView }),
);
/** The newest question that somebody has asked under their name and everyone sees; null where there is none. */
export const recentQuestion = query(
  'content',
  'recent-question',
  z.object({ accountId: Id }),
  z.object({ question: z.nullable(QuestionView) }),
);
/** The caller's own questions, anonymous and pending ones too, newest first: 20 of before an instant, and all of the last one's instant. */
export const ownQuestionsPage = query(
  'content',
  'own-questions-page',
  z.object({ before: z.nullable(Instant) }),
  z.object({ questions: z.array(QuestionView) }),
);

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
export const removeContent = command('content', 'remove-content', z.extend(ContentRef, { isAmbassador: z.boolean() }), z.object({}));

/** What of a person's named posts there is; anonymous ones are counted nowhere. */
export const PostCounts = z.object({ questions: integer(0), discussions: integer(0), podcasts: integer(0) });
export const countPostsOf = query('content', 'count-posts-of', z.object({ accountId: Id }), z.object({ counts: PostCounts }), [
  'moderation',
]);
/**
 * Hides all of a person's posts up to now: answered when no read shows a named one any more. What each removal causes follows in a job, and anonymous
 * posts vanish one by one at random times within the hour. A repeat under the same removal changes nothing.
 */
export const hideContentOf = command(
  'content',
  'hide-content-of',
  z.object({ accountId: Id, removalId: Id, cause: z.enum(['wipe', 'account']) }),
  z.object({ counts: PostCounts }),
  ['moderation', 'identity'],
);
/** Brings back exactly what that removal took away, the anonymous posts at random times within the hour. Unknown: `not_found`. */
export const showContentOf = command('content', 'show-content-of', z.object({ removalId: Id }), z.object({}), ['moderation', 'identity']);
/** How many of the named posts are hidden, or back again; those that do not exist are missing. */
export const hidingProgress = query(
  'content',
  'hiding-progress',
  z.object({ removalIds: z.array(Id).check(z.maxLength(500)) }),
  z.object({ hidings: z.array(z.object({ removalId: Id, done: integer(0), total: integer(0), isRunning: z.boolean() })) }),
  ['moderation', 'identity'],
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

/** Something of the caller's own, with its words where a threshold keeps or has kept them from others; null elsewhere. */
export const OwnWords = z.object({ id: Id, words: z.nullable(z.string()) });
export type OwnWords = z.infer<typeof OwnWords>;

/** A question, the newest 200 replies in its room, oldest first, and the one that is pinned above them. */
export const questionPage = query(
  'content',
  'question-page',
  z.object({ questionId: Id }),
  z.object({ question: QuestionView, replies: z.array(ReplyView), isCut: IsCut, pinnedReply: z.nullable(ReplyView) }),
);
/** The newest `limit` replies with a number below `before`, oldest first. */
export const repliesBefore = query(
  'content',
  'replies-before',
  z.object({ questionId: Id, before: integer(), limit: integer(1, 200) }),
  z.object({ replies: z.array(ReplyView), isCut: IsCut }),
);
export const reply = query('content', 'reply', z.object({ id: Id }), z.object({ reply: ReplyView, parentTitle: z.string() }));
export const locate = query('content', 'locate', z.object({ id: Id }), z.object({ location: z.nullable(ContentLocation) }));

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
  z.object({ questions: z.array(QuestionView), to: integer() }),
);

/** Which of these questions are the caller's own. At most 500. */
export const ownQuestions = query(
  'content',
  'own-questions',
  z.object({ ids: z.array(Id).check(z.maxLength(500)) }),
  z.object({ questions: z.array(OwnWords) }),
);

/**
 * Questions that wait for their approval too, in the form of a visitor: the gateway, which sends the same frames to all of a room, lets only their asker and their
 * target in.
 */
const WithWaiting = z._default(z.boolean(), false);

export const RoomEntryView = z.discriminatedUnion('entry', [
  z.object({ number: integer(), entry: z.literal('reply'), reply: ReplyView }),
  z.object({ number: integer(), entry: z.literal('revealed'), revealCount: integer() }),
  /** It stands at the removal's number, and from then on at the reply's own one too. */
  z.object({ number: integer(), entry: z.literal('removed'), replyId: Id }),
  /** It is back at its own number. */
  z.object({ number: integer(), entry: z.literal('restored'), replyId: Id }),
  z.object({ number: integer(), entry: z.literal('pinned'), replyId: Id }),
  z.object({ number: integer(), entry: z.literal('approved') }),
  z.object({ number: integer(), entry: z.literal('edited') }),
]);
export type RoomEntryView = z.infer<typeof RoomEntryView>;

/**
 * Entries after `after`, dense up to `to`, at most 500 and no more than an answer has room for: `to` below `lastNumber` = ask
 * again from there. `after` above lastNumber: refused as invalid_input.
 */
export const roomEntries = query(
  'content',
  'room-entries',
  z.object({ questionId: Id, after: integer(0), withWaiting: WithWaiting }),
  z.object({ entries: z.array(RoomEntryView), to: integer(), lastNumber: integer(), replyCount: integer() }),
);
export const RoomHead = z.object({
  questionId: Id,
  lastNumber: integer(),
  replyCount: integer(),
  /** Posts are being hidden that have taken no number yet: what was read before, even of this number, must not be shown. */
  isHiding: z.boolean(),
  /** The question waits for its approval. */
  isWaiting: z.optional(z.boolean()),
});
/** Rooms that visitors do not see are missing, but for those that wait where `withWaiting` asks for them. At most 500 ids. */
export const roomHeads = query(
  'content',
  'room-heads',
  z.object({ questionIds: z.array(Id).check(z.maxLength(500)), withWaiting: WithWaiting }),
  z.object({ rooms: z.array(RoomHead) }),
);

/** What engagement must know about content that its projector has not brought yet: only a null in this answer is a 404. */
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

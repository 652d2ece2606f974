import * as z from 'zod/mini';
import { RepostData } from './engagement.js';
import { UserCard } from './people.js';
import { AnsweredIn, Podcast } from './podcasts.js';
import { ContentType, Id, Instant, integer, MediaType, named } from './primitives.js';

const count = integer(0);

/** A reply. While it is locked for this viewer, `content` and `mediaUrl` are null and `isRevealed` is false. */
export const Discussion = named(
  'Discussion',
  z.object({
    kind: z.literal('answer'),
    id: Id,
    questionId: Id,
    number: integer(1),
    userId: z.nullable(Id),
    user: z.nullable(UserCard),
    content: z.nullable(z.string()),
    mediaUrl: z.nullable(z.string()),
    mediaType: z.catch(MediaType, 'text'),
    isAnonymous: z.boolean(),
    parentReplyId: z.nullable(Id),
    parentTitle: z.nullable(z.string()),
    /** The number of boosts of the question that opens this reply. 0 means that it was never locked. */
    boostThreshold: count,
    boostCount: count,
    repostCount: count,
    isRevealed: z.boolean(),
    revealCount: count,
    isPinned: z.boolean(),
    isMine: z.boolean(),
    createdAt: Instant,
  }),
);
export type Discussion = z.infer<typeof Discussion>;
export const Discussions = z.array(Discussion);

/**
 * The effect of the lock's end on a question that is still closed. `stay` changes nothing, so boosts can open the
 * question later.
 */
export const IfNotReached = z.enum(['open', 'stay', 'delete']);
export type IfNotReached = z.infer<typeof IfNotReached>;

export const Question = named(
  'Question',
  z.object({
    kind: z.literal('question'),
    id: Id,
    title: z.string(),
    description: z.nullable(z.string()),
    /** True if the question has a description, even a locked one. */
    hasDescription: z.catch(z.boolean(), false),
    creatorId: z.nullable(Id),
    creator: z.nullable(UserCard),
    creatorUsername: z.nullable(z.string()),
    isAnonymous: z.boolean(),
    allowAnonymousAnswers: z.boolean(),
    isApproved: z.boolean(),
    /** The time of the target's approval. Null for a pending question, and for a question to everyone. */
    approvedAt: z.catch(z.nullable(Instant), null),
    targetUserId: z.nullable(Id),
    targetUsername: z.nullable(z.string()),
    boostCount: count,
    replyBoostThreshold: count,
    discussionCount: count,
    repostCount: count,
    pinnedReplyId: z.nullable(Id),
    isRevealed: z.boolean(),
    revealCount: count,
    /**
     * The instant at which the question's own lock opened, and the boosts at that instant. Null if the lock is closed,
     * or if the question has none.
     */
    openedAt: z.catch(z.nullable(Instant), null),
    openedBoosts: z.catch(z.nullable(count), null),
    /** The end of the question's own lock. Null if the lock has no end. */
    lockUntil: z.catch(z.nullable(Instant), null),
    ifNotReached: z.catch(z.enum(IfNotReached.options), 'stay'),
    isMine: z.boolean(),
    isEdited: z.boolean(),
    /** The last number of the room. A client joins the room after this number. */
    lastNumber: count,
    createdAt: Instant,
  }),
);
export type Question = z.infer<typeof Question>;
export const Questions = z.array(Question);

export const QuestionDetail = named(
  'QuestionDetail',
  z.extend(Question, {
    discussions: z.array(Discussion),
    pinnedReply: z.nullable(Discussion),
    /** The newest episodes that answer the question. */
    answeredIn: z.catch(z.array(AnsweredIn), []),
    /** Always false for visitors. */
    isWatching: z.catch(z.boolean(), false),
  }),
);
export type QuestionDetail = z.infer<typeof QuestionDetail>;

export const ActivityType = z.enum(['created', 'approved', 'repost', 'discussion-repost', 'replied', 'boosted']);

export const feedItemFields = { activityType: z.catch(ActivityType, 'created'), repostData: z.nullable(RepostData) };

export const FeedItem = named(
  'FeedItem',
  z.discriminatedUnion('kind', [
    named('QuestionItem', z.extend(Question, feedItemFields)),
    named('AnswerItem', z.extend(Discussion, feedItemFields)),
    named('PodcastItem', z.extend(Podcast, feedItemFields)),
  ]),
);
export type FeedItem = z.infer<typeof FeedItem>;
export type QuestionItem = Extract<FeedItem, { kind: 'question' }>;
export const Feed = z.array(FeedItem);
/** Reads a feed, and drops items of unknown kinds, which a newer server may send. */
export const ReadableFeed = /* @__PURE__ */ z.pipe(
  /* @__PURE__ */ z.array(/* @__PURE__ */ z.catch(/* @__PURE__ */ z.nullable(FeedItem), null)),
  /* @__PURE__ */ z.transform((items: (FeedItem | null)[]) => items.filter((item) => item !== null)),
);

export const OwnContentItem = named('OwnContentItem', z.discriminatedUnion('kind', [Question, Podcast]));
export type OwnContentItem = z.infer<typeof OwnContentItem>;
export const OwnContent = /* @__PURE__ */ z.array(OwnContentItem);

export const IgnoredQuestions = named('IgnoredQuestions', z.object({ ignored: count }));
export type IgnoredQuestions = z.infer<typeof IgnoredQuestions>;

export const RecentQuestionOrNull = z.nullable(Question);

export const UsualBoosts = named('UsualBoosts', z.object({ boosts: z.nullable(count) }));
export type UsualBoosts = z.infer<typeof UsualBoosts>;

export const feedSorts = ['recent', 'engagement', 'trending', 'boosted', 'replies'] as const;
export const FeedSort = z.enum(feedSorts);
export type FeedSort = z.infer<typeof FeedSort>;

export const ContentLocation = named(
  'ContentLocation',
  z.object({ contentType: ContentType, id: Id, questionId: z.nullable(Id) }),
);
export type ContentLocation = z.infer<typeof ContentLocation>;

import { z } from 'zod';
import { limits } from './limits.js';
import { UserCard } from './people.js';
import { ContentType, Id, Instant, MediaType } from './primitives.js';

const count = z.number().int().min(0);

/** A reply in a question's chat. Locked for this viewer: content and mediaUrl are null and isRevealed is false. */
export const Discussion = z
  .object({
    kind: z.literal('answer'),
    id: Id,
    questionId: Id,
    number: z.number().int().min(1),
    userId: Id.nullable(),
    user: UserCard.nullable(),
    content: z.string().nullable(),
    mediaUrl: z.string().nullable(),
    mediaType: MediaType,
    isAnonymous: z.boolean(),
    parentReplyId: Id.nullable(),
    parentTitle: z.string().nullable(),
    /** The effective threshold in boosts of the question; 0 = never locked. */
    boostThreshold: count,
    boostCount: count,
    repostCount: count,
    isRevealed: z.boolean(),
    /** Boosts of the question, which drive the reveal. */
    revealCount: count,
    isPinned: z.boolean(),
    isMine: z.boolean(),
    createdAt: Instant,
  })
  .meta({ id: 'Discussion' });
export type Discussion = z.infer<typeof Discussion>;

export const Question = z
  .object({
    kind: z.literal('question'),
    id: Id,
    title: z.string(),
    description: z.string().nullable(),
    creatorId: Id.nullable(),
    creator: UserCard.nullable(),
    creatorUsername: z.string().nullable(),
    isAnonymous: z.boolean(),
    allowAnonymousAnswers: z.boolean(),
    isApproved: z.boolean(),
    targetUserId: Id.nullable(),
    targetUsername: z.string().nullable(),
    boostCount: count,
    replyBoostThreshold: count,
    discussionCount: count,
    repostCount: count,
    pinnedReplyId: Id.nullable(),
    isRevealed: z.boolean(),
    revealCount: count,
    isMine: z.boolean(),
    isEdited: z.boolean(),
    /** The room's last number: join with it. */
    lastNumber: count,
    createdAt: Instant,
  })
  .meta({ id: 'Question' });
export type Question = z.infer<typeof Question>;

export const QuestionDetail = Question.extend({
  discussions: z.array(Discussion),
  pinnedReply: Discussion.nullable(),
}).meta({ id: 'QuestionDetail' });
export type QuestionDetail = z.infer<typeof QuestionDetail>;

export const ActivityType = z.enum(['created', 'approved', 'repost', 'discussion-repost', 'replied', 'boosted']);

/** Questions only, until podcasts and reposts exist. */
export const FeedItem = Question.extend({ activityType: ActivityType, repostData: z.null() }).meta({ id: 'FeedItem' });
export type FeedItem = z.infer<typeof FeedItem>;
export const Feed = z.array(FeedItem);

export const FeedSort = z.enum(['recent', 'boosted']);
export type FeedSort = z.infer<typeof FeedSort>;

const digits = (fallback: number, max: number) =>
  z
    .string()
    .regex(/^\d{1,9}$/, 'Must be a whole number')
    .transform(Number)
    .pipe(z.number().int().min(1).max(max))
    .default(fallback);

export const FeedQuery = z.object({
  sortBy: FeedSort.default('recent'),
  page: digits(1, 1_000_000),
  limit: digits(limits.feedPage, 50),
  anchor: z.string().max(500).optional(),
  followersOnly: z.enum(['true', 'false']).default('false'),
  userId: z.string().optional(),
});

const title = z
  .string({ error: 'Please enter a question title.' })
  .trim()
  .min(1, 'Please enter a question title.')
  .max(limits.title, `A title has at most ${limits.title} characters`);

/** `userId` and `creatorId` name the actor and are checked against the session by the gateway. */
export const AskQuestionBody = z.object({
  title,
  description: z
    .string()
    .trim()
    .max(limits.description, `A description has at most ${limits.description} characters`)
    .nullish()
    .transform((text) => text || null),
  creatorId: Id.nullish(),
  isAnonymous: z.boolean().default(false),
  allowAnonymousAnswers: z.boolean().default(true),
  targetUserId: Id.nullish(),
  replyBoostThreshold: z.number().int().min(0).max(limits.confessionThreshold.max).default(0),
});
export type AskQuestionBody = z.input<typeof AskQuestionBody>;

const replyText = (max: number) =>
  z.string({ error: 'Reply cannot be empty' }).trim().min(1, 'Reply cannot be empty').max(max, `At most ${max} characters`);

/** `POST /api/discussions`: a chat message. */
export const ChatBody = z.object({
  content: replyText(limits.chatMessage),
  questionId: Id,
  userId: Id.nullish(),
  isAnonymous: z.boolean().default(false),
  parentReplyId: Id.nullish(),
});
export type ChatBody = z.input<typeof ChatBody>;

/** `POST /api/questions/{id}/discussions`: the reply dialog. Audio and video are 'coming soon' and refused. */
export const ReplyBody = z.object({
  content: replyText(limits.dialogReply),
  mediaUrl: z.null({ error: 'Audio and video replies are coming soon' }).optional(),
  mediaType: z.literal('text', { error: 'Audio and video replies are coming soon' }).default('text'),
  userId: Id.nullish(),
  isAnonymous: z.boolean().default(false),
  parentReplyId: Id.nullish(),
});
export type ReplyBody = z.input<typeof ReplyBody>;

export const DiscussionsQuery = z.object({
  before: digits(999_999_999, 999_999_999),
  limit: digits(limits.discussionsPage, 100),
});

export const ContentLocation = z.object({ contentType: ContentType, id: Id, questionId: Id.nullable() }).meta({ id: 'ContentLocation' });
export type ContentLocation = z.infer<typeof ContentLocation>;

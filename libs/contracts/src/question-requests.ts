import * as z from 'zod/mini';
import { limits } from './limits.js';
import { described, Id, Instant, integer } from './primitives.js';
import { FeedSort, IfNotReached } from './questions.js';
import { optionalText, requiredText, textRuleDescription } from './written-text.js';

const digits = /^\d{1,9}$/;
const numberIn = (text: z.ZodMiniString) =>
  z.pipe(
    text,
    z.transform((written: string) => Number(written)),
  );
/** A query parameter that is sent as text. The API's description shows it as a number. */
const describedNumber = <S extends z.core.$ZodType>(schema: S, minimum: number, maximum: number, more: object = {}) =>
  described(schema, { type: 'integer', pattern: undefined, minimum, maximum, ...more });
export const numberFrom1 = (fallback: number, max: number) =>
  describedNumber(
    z._default(
      z.pipe(numberIn(z.string().check(z.regex(digits, 'Must be a whole number'))), integer(1, max)),
      fallback,
    ),
    1,
    max,
    { description: `${fallback} where it is missing` },
  );

export const FeedQuery = z.object({
  sortBy: z._default(FeedSort, 'recent'),
  page: numberFrom1(1, 1_000_000),
  limit: numberFrom1(limits.feedPage, 50),
  anchor: described(z.optional(z.string()), { description: '`X-Feed-Anchor` of the page before' }),
  followersOnly: z._default(z.enum(['true', 'false']), 'false'),
  userId: z.optional(z.string()),
});

export const NearlyHeardQuery = z.object({ limit: numberFrom1(limits.nearlyHeard.usual, limits.nearlyHeard.max) });

/**
 * Prefix of an anchor in the feed of followed people. Such an anchor belongs to one account, so answers are not cached.
 */
export const followedAnchorPrefix = 'followed.';
export const isFollowedAnchor = (anchor: string): boolean => anchor.startsWith(followedAnchorPrefix);

export const DiscussionsQuery = z.object({
  before: numberFrom1(999_999_999, 999_999_999),
  limit: numberFrom1(limits.repliesPage, 100),
});

const outsideTheRoom = 'after must be a number of this room';
export const RoomQuery = z.object({
  after: describedNumber(
    numberIn(z.string({ error: outsideTheRoom }).check(z.regex(digits, outsideTheRoom))),
    0,
    999_999_999,
    {
      description: 'At most the number of the newest change in the room',
    },
  ),
});

const QuestionDescription = optionalText(
  limits.description,
  `A description has at most ${limits.description} characters`,
);

const titleTooLong = `A title has at most ${limits.title} characters`;
const QuestionTitle = requiredText(limits.title, 'Please enter a question title.', titleTooLong);
const AskedTitle = requiredText(
  limits.anonymousAsk,
  'Please enter a question title.',
  `At most ${limits.anonymousAsk} characters`,
);

export const isGuestAsk = (body: { isAnonymous?: unknown; targetUserId?: unknown }): boolean =>
  body.isAnonymous === true && typeof body.targetUserId === 'string';

const lockEnd = {
  lockUntil: described(z.optional(z.nullable(Instant)), {
    description: `When the lock ends without enough boosts: at most ${limits.lockDays} days ahead, and only with a lock`,
  }),
  ifNotReached: z.optional(IfNotReached),
};

/**
 * `creatorId` names the actor, like `userId` in other bodies. The gateway compares it with the session. An anonymous
 * question to one person has a single text, which becomes the title and may be longer than other titles.
 */
const askFields = z.object({
  title: described(AskedTitle, {
    description: `${textRuleDescription}. Above ${limits.title} only in an anonymous question to one person`,
  }),
  description: QuestionDescription,
  creatorId: z.nullish(Id),
  isAnonymous: z._default(z.boolean(), false),
  allowAnonymousAnswers: z._default(z.boolean(), true),
  targetUserId: z.nullish(Id),
  replyBoostThreshold: z._default(integer(0, limits.confessionThreshold.max), 0),
  ...lockEnd,
});
export const AskQuestionBody = /* @__PURE__ */ askFields.check(
  /* @__PURE__ */ z.refine((body) => body.title.length <= limits.title || isGuestAsk(body), {
    path: ['title'],
    error: titleTooLong,
  }),
);
export type AskQuestionBody = z.input<typeof AskQuestionBody>;

const replyText = (max: number) => requiredText(max, 'Reply cannot be empty', `At most ${max} characters`);

export const ChatBody = z.object({
  content: replyText(limits.chatMessage),
  questionId: Id,
  userId: z.nullish(Id),
  isAnonymous: z._default(z.boolean(), false),
  parentReplyId: z.nullish(Id),
});
export type ChatBody = z.input<typeof ChatBody>;

const repliesComingSoon = 'Audio and video replies are coming soon';
const replyFields = z.object({
  content: replyText(limits.dialogReply),
  mediaUrl: described(z.nullish(z.string({ error: repliesComingSoon })), { type: 'null', anyOf: undefined }),
  mediaType: described(z._default(z.enum(['text', 'audio', 'video'], { error: repliesComingSoon }), 'text'), {
    enum: ['text'],
  }),
  userId: z.nullish(Id),
  isAnonymous: z._default(z.boolean(), false),
  parentReplyId: z.nullish(Id),
});

/**
 * A reply from the reply dialog (`POST /api/questions/{id}/discussions`). Audio and video are refused as 'coming soon'.
 */
export const ReplyBody = /* @__PURE__ */ replyFields.check(
  /* @__PURE__ */ z.refine(({ mediaType }) => mediaType === 'text', { path: ['mediaType'], error: repliesComingSoon }),
  /* @__PURE__ */ z.refine(({ mediaType, mediaUrl }) => mediaType === 'text' || Boolean(mediaUrl?.trim()), {
    path: ['mediaUrl'],
    error: 'Media URL is required',
  }),
  /* @__PURE__ */ z.refine(({ mediaType, mediaUrl }) => mediaType !== 'text' || mediaUrl == null, {
    path: ['mediaUrl'],
    error: repliesComingSoon,
  }),
);
export type ReplyBody = z.input<typeof ReplyBody>;

/**
 * Absent fields are unchanged. A null or blank description removes the description. A null `lockUntil` removes the
 * lock's end.
 */
export const EditQuestionBody = z.object({
  title: z.optional(QuestionTitle),
  description: z.optional(QuestionDescription),
  replyBoostThreshold: described(z.optional(integer(0, limits.confessionThreshold.max)), {
    description: 'Never higher than before',
  }),
  ...lockEnd,
  userId: z.nullish(Id),
});
export type EditQuestionBody = z.input<typeof EditQuestionBody>;

/** The body of calls that need only the actor, such as approvals or a `DELETE` of content. */
export const ActorBody = z.optional(z.nullable(z.object({ userId: z.nullish(Id) })));

/** The target's answer, which becomes the pinned reply. Audio and video are refused as 'coming soon'. */
export const ApproveWithReplyBody = z.object({
  content: requiredText(
    limits.dialogReply,
    'You must write a reply to approve this question.',
    `At most ${limits.dialogReply} characters`,
  ),
  mediaUrl: z.optional(z.null({ error: repliesComingSoon })),
  mediaType: z._default(z.literal('text', { error: repliesComingSoon }), 'text'),
  boostThreshold: z._default(
    integer(limits.approvalThreshold.min, limits.approvalThreshold.max),
    limits.approvalThreshold.min,
  ),
  userId: z.nullish(Id),
});
export type ApproveWithReplyBody = z.input<typeof ApproveWithReplyBody>;

/** Asks for items before an instant. A page has every item of its last instant, so that the next page skips none. */
export const BeforeInstantQuery = z.object({
  before: described(z.optional(Instant), { description: 'Not of the year 0000' }),
});

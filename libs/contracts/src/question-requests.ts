import * as z from 'zod/mini';
import { limits } from './limits.js';
import { Id, integer } from './primitives.js';
import { FeedSort } from './questions.js';

const digits = /^\d{1,9}$/;
const numberIn = (text: z.ZodMiniString) =>
  z.pipe(
    text,
    z.transform((written: string) => Number(written)),
  );
const numberFrom1 = (fallback: number, max: number) =>
  z._default(z.pipe(numberIn(z.string().check(z.regex(digits, 'Must be a whole number'))), integer(1, max)), fallback);

export const FeedQuery = z.object({
  sortBy: z._default(FeedSort, 'recent'),
  page: numberFrom1(1, 1_000_000),
  limit: numberFrom1(limits.feedPage, 50),
  anchor: z.optional(z.string().check(z.maxLength(500))),
  followersOnly: z._default(z.enum(['true', 'false']), 'false'),
  userId: z.optional(z.string()),
});

export const DiscussionsQuery = z.object({
  before: numberFrom1(999_999_999, 999_999_999),
  limit: numberFrom1(limits.repliesPage, 100),
});

const outsideTheRoom = 'after must be a number of this room';
export const RoomQuery = z.object({ after: numberIn(z.string({ error: outsideTheRoom }).check(z.regex(digits, outsideTheRoom))) });

/** Without null characters and halves of surrogate pairs: they could not be kept and shown again as they were written. */
const writable = () => z.regex(/^[^\0\p{Cs}]*$/u, 'This holds a character that is none');

/** `userId` and `creatorId` name the actor and are checked against the session by the gateway. */
export const AskQuestionBody = z.object({
  title: z
    .string({ error: 'Please enter a question title.' })
    .check(
      z.trim(),
      z.minLength(1, 'Please enter a question title.'),
      z.maxLength(limits.title, `A title has at most ${limits.title} characters`),
      writable(),
    ),
  description: z.pipe(
    z.nullish(
      z.string().check(z.trim(), z.maxLength(limits.description, `A description has at most ${limits.description} characters`), writable()),
    ),
    z.transform((text: string | null | undefined) => text || null),
  ),
  creatorId: z.nullish(Id),
  isAnonymous: z._default(z.boolean(), false),
  allowAnonymousAnswers: z._default(z.boolean(), true),
  targetUserId: z.nullish(Id),
  replyBoostThreshold: z._default(integer(0, limits.confessionThreshold.max), 0),
});
export type AskQuestionBody = z.input<typeof AskQuestionBody>;

const replyText = (max: number) =>
  z
    .string({ error: 'Reply cannot be empty' })
    .check(z.trim(), z.minLength(1, 'Reply cannot be empty'), z.maxLength(max, `At most ${max} characters`), writable());

/** `POST /api/discussions`: a chat message. */
export const ChatBody = z.object({
  content: replyText(limits.chatMessage),
  questionId: Id,
  userId: z.nullish(Id),
  isAnonymous: z._default(z.boolean(), false),
  parentReplyId: z.nullish(Id),
});
export type ChatBody = z.input<typeof ChatBody>;

/** `POST /api/questions/{id}/discussions`: the reply dialog. Audio and video are 'coming soon' and refused. */
export const ReplyBody = z.object({
  content: replyText(limits.dialogReply),
  mediaUrl: z.optional(z.null({ error: 'Audio and video replies are coming soon' })),
  mediaType: z._default(z.literal('text', { error: 'Audio and video replies are coming soon' }), 'text'),
  userId: z.nullish(Id),
  isAnonymous: z._default(z.boolean(), false),
  parentReplyId: z.nullish(Id),
});
export type ReplyBody = z.input<typeof ReplyBody>;

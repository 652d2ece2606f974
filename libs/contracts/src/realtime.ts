import * as z from 'zod/mini';
import { Notification } from './notifications.js';
import { Id, Instant, integer, named } from './primitives.js';
import { Discussion } from './questions.js';

const count = integer(0);

/** One change in a question's room. Numbers have no gaps, because every entry takes the next number. */
const entryWith = <T extends z.core.$ZodType>(discussion: T) =>
  z.union([
    z.object({ number: integer(1), entry: z.literal('message'), discussion }),
    /**
     * A removal has two entries: one at its own number, and one that replaces the removed reply at the reply's number.
     */
    z.object({ number: integer(1), entry: z.literal('removed'), discussionId: Id }),
    z.object({ number: integer(1), entry: z.literal('pinned'), discussionId: Id }),
    /** After this entry the client reads the question again. */
    z.object({
      number: integer(1),
      entry: z.literal('revealed'),
      revealCount: count,
      openedAt: z.catch(z.nullable(Instant), null),
    }),
    z.object({ number: integer(1), entry: z.literal('approved') }),
    z.object({ number: integer(1), entry: z.literal('edited') }),
    z.object({ number: integer(1), entry: z.literal('threshold'), replyBoostThreshold: count }),
    z.object({ number: integer(1), entry: z.catch(z.literal('other'), 'other') }),
  ]);

export const RoomEntry = entryWith(Discussion);
export type RoomEntry = z.infer<typeof RoomEntry>;

const { isMine: _, ...everyones } = Discussion.shape;
/** A reply as all viewers may see it. It lacks `isMine`, and locked words are null. */
export const SharedDiscussion = z.object(everyones);
export type SharedDiscussion = z.infer<typeof SharedDiscussion>;

export const SharedEntry = entryWith(SharedDiscussion);
export type SharedEntry = z.infer<typeof SharedEntry>;

export const RoomPage = named(
  'RoomPage',
  z.object({ from: integer(1), to: count, entries: z.array(RoomEntry), lastNumber: count }),
);
export type RoomPage = z.infer<typeof RoomPage>;

export const ClientFrame = z.discriminatedUnion('type', [
  z.object({ type: z.literal('join'), data: z.object({ questionId: Id, after: z.nullish(integer(0)) }) }),
  z.object({ type: z.literal('leave'), data: z.object({ questionId: Id }) }),
  z.object({ type: z.literal('ping'), data: z.optional(z.object({})) }),
]);
export type ClientFrame = z.infer<typeof ClientFrame>;

/** `data.message` is a text for the user. It is often empty. */
const frame = <T extends string, S extends z.core.$ZodShape>(type: T, data: S) =>
  z.object({ type: z.literal(type), data: z.object({ message: z.string(), ...data }) });

export const ServerFrame = z.discriminatedUnion('type', [
  frame('joined', {
    questionId: Id,
    lastNumber: count,
    boostCount: count,
    repostCount: count,
    discussionCount: count,
    revision: count,
  }),
  frame('room', { questionId: Id, discussionCount: count, from: integer(1), to: count, entries: z.array(SharedEntry) }),
  frame('counts', { questionId: Id, revision: count, boostCount: count, repostCount: count }),
  frame('resync', { questionId: Id }),
  frame('notification', { notification: Notification, unread: count }),
  frame('report_resolved', { reportId: Id }),
  frame('signed-out', {}),
  frame('moving', {}),
  frame('pong', {}),
  frame('error', { code: z.string(), questionId: z.optional(Id) }),
]);
export type ServerFrame = z.infer<typeof ServerFrame>;
export type ServerFrameOf<T extends ServerFrame['type']> = Extract<ServerFrame, { type: T }>;

export const closeCodes = { signedOut: 4401, moving: 1012, tooSlow: 4408, tooManyBadFrames: 1008 } as const;

import * as z from 'zod/mini';
import { Id, integer } from '../primitives.js';
import { ReplyView } from './content-views.js';
import { query } from './rpc.js';

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
  z.object({
    entries: z.array(RoomEntryView),
    to: integer(),
    lastNumber: integer(),
    replyCount: integer(),
    /** Posts were being hidden while this was read: what is removed here may come back without a number, so this must not be kept. */
    isHiding: z.optional(z.boolean()),
  }),
);
export const RoomHead = z.object({
  questionId: Id,
  lastNumber: integer(),
  replyCount: integer(),
  /** Posts are being hidden that have taken no number yet: what was read before, even of this number, must not be shown. */
  isHiding: z.boolean(),
  /** The question waits for its approval. */
  isWaiting: z.optional(z.boolean()),
  /** It waits for its asker alone: this account was its target, and sees it no more. */
  withheldFrom: z.optional(z.nullable(Id)),
});
/** Rooms that visitors do not see are missing, but for those that wait where `withWaiting` asks for them. At most 500 ids. */
export const roomHeads = query(
  'content',
  'room-heads',
  z.object({ questionIds: z.array(Id).check(z.maxLength(500)), withWaiting: WithWaiting }),
  z.object({ rooms: z.array(RoomHead) }),
);

import * as z from 'zod/mini';
import { Id, Instant, integer } from '../primitives.js';
import { ReplyView } from './content-views.js';
import { contractsOf, Ids } from './rpc.js';

const { query } = contractsOf('content');

/** Includes pending questions. The gateway sends equal frames to a whole room, and admits only asker and target. */
const IncludesPending = z._default(z.boolean(), false);

export const RoomEntryView = z.discriminatedUnion('entry', [
  z.object({ number: integer(), entry: z.literal('reply'), reply: ReplyView }),
  z.object({ number: integer(), entry: z.literal('revealed'), revealCount: integer(), openedAt: z.optional(Instant) }),
  /** Appears at the removal's number, and replaces the removed reply at the reply's own number. */
  z.object({ number: integer(), entry: z.literal('removed'), replyId: Id }),
  z.object({ number: integer(), entry: z.literal('restored'), replyId: Id }),
  z.object({ number: integer(), entry: z.literal('pinned'), replyId: Id }),
  z.object({ number: integer(), entry: z.literal('approved') }),
  /** With a lowered threshold, which is a kind of its own in the public API. Release 0.9.0 knows only `edited`. */
  z.object({ number: integer(), entry: z.literal('edited'), replyBoostThreshold: z.optional(integer()) }),
]);
export type RoomEntryView = z.infer<typeof RoomEntryView>;

/**
 * Entries after `after`, dense up to `to`, at most 500 and as many as fit into an answer. If `to` is below
 * `lastNumber`, ask again from there.
 * @throws `invalid_input` when `after` exceeds `lastNumber`
 */
export const roomEntries = query(
  'room-entries',
  { questionId: Id, after: integer(0), withWaiting: IncludesPending },
  {
    entries: z.array(RoomEntryView),
    to: integer(),
    lastNumber: integer(),
    replyCount: integer(),
    /** Posts were being hidden during this read and may return without a number, so the answer must not be cached. */
    isHiding: z.optional(z.boolean()),
  },
);
export const RoomHead = z.object({
  questionId: Id,
  lastNumber: integer(),
  replyCount: integer(),
  /** Posts are being hidden, but have no number yet. Do not show earlier reads, even those of this number. */
  isHiding: z.boolean(),
  isWaiting: z.optional(z.boolean()),
  /** An episode may answer this question. */
  isAnswered: z.optional(z.boolean()),
  /** The former target of a question that only its asker still sees as pending. */
  withheldFrom: z.optional(z.nullable(Id)),
});
/** Rooms invisible to visitors are missing, except pending ones with `withWaiting`. At most 500 ids. */
export const roomHeads = query(
  'room-heads',
  { questionIds: Ids, withWaiting: IncludesPending },
  { rooms: z.array(RoomHead) },
);

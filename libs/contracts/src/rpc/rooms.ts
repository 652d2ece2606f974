import * as z from 'zod/mini';
import { Id, Instant, integer } from '../primitives.js';
import { ReplyView } from './content-views.js';
import { contractsOf, Ids } from './rpc.js';

const { query } = contractsOf('content');

/** True to read the room of a pending question too. The gateway then admits only asker and target to the room. */
const IncludesPending = z._default(z.boolean(), false);

export const RoomEntryView = z.discriminatedUnion('entry', [
  z.object({ number: integer(), entry: z.literal('reply'), reply: ReplyView }),
  z.object({ number: integer(), entry: z.literal('revealed'), revealCount: integer(), openedAt: z.optional(Instant) }),
  /**
   * A removal has two entries: one at its own number, and one that replaces the removed reply at the reply's number.
   */
  z.object({ number: integer(), entry: z.literal('removed'), replyId: Id }),
  z.object({ number: integer(), entry: z.literal('restored'), replyId: Id }),
  z.object({ number: integer(), entry: z.literal('pinned'), replyId: Id }),
  z.object({ number: integer(), entry: z.literal('approved') }),
  /**
   * An edit, or with `replyBoostThreshold` a lowered threshold. Release 0.9.0 knows no other kind of entry for a
   * lowered threshold.
   */
  z.object({ number: integer(), entry: z.literal('edited'), replyBoostThreshold: z.optional(integer()) }),
]);
export type RoomEntryView = z.infer<typeof RoomEntryView>;

/**
 * At most 500 entries after the number `after`, as many as fit into an answer, without a gap up to `to`. If `to` is
 * below `lastNumber`, the caller asks again from there.
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
    /**
     * True if posts were being hidden during this read. They may return without a new entry, so this answer must not be
     * cached.
     */
    isHiding: z.optional(z.boolean()),
  },
);
export const RoomHead = z.object({
  questionId: Id,
  lastNumber: integer(),
  replyCount: integer(),
  /**
   * True while posts in this room are hidden, but the room has no entries for their removals yet. Earlier reads at the
   * same `lastNumber` are then outdated.
   */
  isHiding: z.boolean(),
  isWaiting: z.optional(z.boolean()),
  /** True if an episode answers this question. The episode may be removed. */
  isAnswered: z.optional(z.boolean()),
  /** The former target of a withheld question. Only its asker still sees the question as pending. */
  withheldFrom: z.optional(z.nullable(Id)),
});
/** The heads of at most 500 rooms that visitors see. With `withWaiting` also the rooms of pending questions. */
export const roomHeads = query(
  'room-heads',
  { questionIds: Ids, withWaiting: IncludesPending },
  { rooms: z.array(RoomHead) },
);

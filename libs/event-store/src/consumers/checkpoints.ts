import type { LogPosition } from '../log/events.js';
import type { Transaction } from '../runtime/connections.js';
import type { Checkpoint } from '../stream/event-message.js';

/** The progress of a slice reactor in the event after the checkpoint. */
export interface SliceProgress {
  readonly eventId: string;
  readonly place: string;
}

/** Another process has moved the checkpoint, so that process also runs the consumer. */
export class CheckpointMovedError extends Error {
  override readonly name = 'CheckpointMovedError';
}

const selectCheckpoint = `select epoch, txid::text as txid, position::text as position, sequence_hint::text as hint, slice_event, slice_place
  from consumer_checkpoints where consumer = $1`;

const select = async (tx: Transaction, text: string, consumer: string) => {
  const { rows } = await tx.query<
    LogPosition & { hint: string; slice_event: string | null; slice_place: string | null }
  >(text, [consumer]);
  return rows.map(({ epoch, txid, position, hint, slice_event, slice_place }) => ({
    logPosition: { epoch, txid, position },
    sequence: Number(hint),
    ...(slice_event !== null && slice_place !== null && { slice: { eventId: slice_event, place: slice_place } }),
  }))[0];
};

export const readCheckpoint = async (
  client: Transaction,
  consumer: string,
): Promise<Checkpoint & { readonly slice?: SliceProgress }> => {
  const found = await select(client, selectCheckpoint, consumer);
  if (found) return found;
  await client.query(
    `insert into consumer_checkpoints (consumer, epoch, txid, position, sequence_hint)
     values ($1, 0, '0', 0, 0) on conflict do nothing`,
    [consumer],
  );
  return (await select(client, selectCheckpoint, consumer))!;
};

export const lockCheckpoint = async (tx: Transaction, consumer: string): Promise<Checkpoint> =>
  (await select(tx, `${selectCheckpoint} for update`, consumer)) ?? readCheckpoint(tx, consumer);

/** Moves the checkpoint, which must still be at `from`. @throws CheckpointMovedError if another process has moved it */
export const moveCheckpoint = async (
  tx: Transaction,
  consumer: string,
  from: LogPosition,
  to: Checkpoint | SliceProgress,
): Promise<void> => {
  const [set, ...values] =
    'place' in to
      ? ['slice_event = $5, slice_place = $6', to.eventId, to.place]
      : [
          'epoch = $5, txid = $6::xid8, position = $7, sequence_hint = $8, slice_event = null, slice_place = null',
          ...[to.logPosition.epoch, to.logPosition.txid, to.logPosition.position, to.sequence],
        ];
  const { rowCount } = await tx.query({
    name: 'place' in to ? 'keep-slice-place' : 'move-checkpoint',
    text: `update consumer_checkpoints set ${set}
           where consumer = $1 and (epoch, txid, position) = ($2::int, $3::xid8, $4::bigint)`,
    values: [consumer, from.epoch, from.txid, from.position, ...values],
  });
  if (rowCount !== 1) throw new CheckpointMovedError(`The checkpoint of ${consumer} was moved by somebody else`);
};

import type { LogPosition, Transaction } from '../log/events.js';

/** The shard number of a consumer that reads all shards; single shards come with replicas. */
const allShards = -1;

/** How far an event has been applied that is applied in slices; it lies right behind the checkpoint. */
export interface SlicePlace {
  readonly eventId: string;
  /** As its reactor named it: where the last slice ended. */
  readonly place: string;
}

export interface Checkpoint {
  readonly logPosition: LogPosition;
  /** Sequence in JetStream of the message that holds the log position, maybe in its middle; only a hint. 0 = none. */
  readonly sequence: number;
}

/** Somebody else has moved the consumer's checkpoint: this process must not go on from its own. */
export class CheckpointMovedError extends Error {
  constructor(consumer: string) {
    super(`The checkpoint of ${consumer} was moved by somebody else`);
    this.name = 'CheckpointMovedError';
  }
}

interface CheckpointRow {
  epoch: number;
  txid: string;
  position: string;
  sequence_hint: string;
  slice_event: string | null;
  slice_place: string | null;
}

const selectCheckpoint = `select epoch, txid::text as txid, position::text as position, sequence_hint::text as sequence_hint,
    slice_event, slice_place
  from consumer_checkpoints where consumer = $1 and shard = ${allShards}`;

const checkpointOf = (row: CheckpointRow): Checkpoint => ({
  logPosition: { epoch: row.epoch, txid: row.txid, position: row.position },
  sequence: Number(row.sequence_hint),
});

const slicePlaceOf = ({ slice_event, slice_place }: CheckpointRow): SlicePlace | undefined =>
  slice_event === null || slice_place === null ? undefined : { eventId: slice_event, place: slice_place };

/** The committed checkpoint; a new consumer begins at the start of the log. */
export const readCheckpoint = async (
  client: Transaction,
  consumer: string,
): Promise<Checkpoint & { readonly slice?: SlicePlace }> => {
  await client.query(
    `insert into consumer_checkpoints (consumer, shard, epoch, txid, position, sequence_hint)
     values ($1, ${allShards}, 0, '0', 0, 0) on conflict do nothing`,
    [consumer],
  );
  const { rows } = await client.query<CheckpointRow>(selectCheckpoint, [consumer]);
  const slice = slicePlaceOf(rows[0]!);
  return { ...checkpointOf(rows[0]!), ...(slice && { slice }) };
};

/** The same, and nobody moves it before the transaction ends. */
export const lockCheckpoint = async (tx: Transaction, consumer: string): Promise<Checkpoint> => {
  const { rows } = await tx.query<CheckpointRow>(`${selectCheckpoint} for update`, [consumer]);
  return rows[0] ? checkpointOf(rows[0]) : readCheckpoint(tx, consumer);
};

/**
 * Moves the checkpoint inside the transaction of the effects. It compares before it writes: should two processes ever run one
 * consumer, the slower one's transaction fails here.
 * @throws CheckpointMovedError
 */
export const moveCheckpoint = async (
  tx: Transaction,
  consumer: string,
  from: LogPosition,
  to: Checkpoint,
): Promise<void> => {
  const { rowCount } = await tx.query({
    name: 'move-checkpoint',
    text: `update consumer_checkpoints set epoch = $2, txid = $3::xid8, position = $4, sequence_hint = $5, slice_event = null, slice_place = null
           where consumer = $1 and shard = ${allShards} and (epoch, txid, position) = ($6::int, $7::xid8, $8::bigint)`,
    values: [
      consumer,
      to.logPosition.epoch,
      to.logPosition.txid,
      to.logPosition.position,
      to.sequence,
      from.epoch,
      from.txid,
      from.position,
    ],
  });
  if (rowCount !== 1) throw new CheckpointMovedError(consumer);
};

/** Notes in the transaction of a slice where it ends. @throws CheckpointMovedError */
export const keepSlicePlace = async (
  tx: Transaction,
  consumer: string,
  at: LogPosition,
  { eventId, place }: SlicePlace,
): Promise<void> => {
  const { rowCount } = await tx.query({
    name: 'keep-slice-place',
    text: `update consumer_checkpoints set slice_event = $2, slice_place = $3
           where consumer = $1 and shard = ${allShards} and (epoch, txid, position) = ($4::int, $5::xid8, $6::bigint)`,
    values: [consumer, eventId, place, at.epoch, at.txid, at.position],
  });
  if (rowCount !== 1) throw new CheckpointMovedError(consumer);
};

import type { LogPosition, Transaction } from '../log/events.js';

/** The shard number of a consumer that reads all shards; single shards come with replicas. */
const allShards = -1;

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
}

const selectCheckpoint = `select epoch, txid::text as txid, position::text as position, sequence_hint::text as sequence_hint
  from consumer_checkpoints where consumer = $1 and shard = ${allShards}`;

const checkpointOf = (row: CheckpointRow): Checkpoint => ({
  logPosition: { epoch: row.epoch, txid: row.txid, position: row.position },
  sequence: Number(row.sequence_hint),
});

/** The committed checkpoint; a new consumer begins at the start of the log. */
export const readCheckpoint = async (client: Transaction, consumer: string): Promise<Checkpoint> => {
  await client.query(
    `insert into consumer_checkpoints (consumer, shard, epoch, txid, position, sequence_hint)
     values ($1, ${allShards}, 0, '0', 0, 0) on conflict do nothing`,
    [consumer],
  );
  const { rows } = await client.query<CheckpointRow>(selectCheckpoint, [consumer]);
  return checkpointOf(rows[0]!);
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
export const moveCheckpoint = async (tx: Transaction, consumer: string, from: LogPosition, to: Checkpoint): Promise<void> => {
  const { rowCount } = await tx.query({
    name: 'move-checkpoint',
    text: `update consumer_checkpoints set epoch = $2, txid = $3::xid8, position = $4, sequence_hint = $5
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

import type { Place, Transaction } from './events.js';

/** A consumer that reads all shards; single shards come with replicas. */
const allShards = -1;

export interface ConsumerPlace {
  readonly place: Place;
  /** Sequence in JetStream of the message that holds the place, maybe in its middle; only a hint. 0 = none. */
  readonly sequence: number;
}

/** Somebody else has moved the consumer's place: this process must not go on from its own. */
export class PlaceMovedError extends Error {
  constructor(consumer: string) {
    super(`The place of ${consumer} was moved by somebody else`);
    this.name = 'PlaceMovedError';
  }
}

interface PlaceRow {
  epoch: number;
  txid: string;
  position: string;
  sequence_hint: string;
}

const selectPlace = `select epoch, txid::text as txid, position::text as position, sequence_hint::text as sequence_hint
  from consumer_places where consumer = $1 and shard = ${allShards}`;

const consumerPlace = (row: PlaceRow): ConsumerPlace => ({
  place: { epoch: row.epoch, txid: row.txid, position: row.position },
  sequence: Number(row.sequence_hint),
});

/** The committed place; a new consumer begins at the start of the log. */
export const readPlace = async (client: Transaction, consumer: string): Promise<ConsumerPlace> => {
  await client.query(
    `insert into consumer_places (consumer, shard, epoch, txid, position, sequence_hint)
     values ($1, ${allShards}, 0, '0', 0, 0) on conflict do nothing`,
    [consumer],
  );
  const { rows } = await client.query<PlaceRow>(selectPlace, [consumer]);
  return consumerPlace(rows[0]!);
};

/** The same, and nobody moves it before the transaction ends. */
export const lockPlace = async (tx: Transaction, consumer: string): Promise<ConsumerPlace> => {
  const { rows } = await tx.query<PlaceRow>(`${selectPlace} for update`, [consumer]);
  return rows[0] ? consumerPlace(rows[0]) : readPlace(tx, consumer);
};

/**
 * Moves the place inside the transaction of the effects. It compares before it writes: should two processes ever run one
 * consumer, the slower one's transaction fails here.
 * @throws PlaceMovedError
 */
export const movePlace = async (tx: Transaction, consumer: string, from: Place, to: ConsumerPlace): Promise<void> => {
  const { rowCount } = await tx.query({
    name: 'move-place',
    text: `update consumer_places set epoch = $2, txid = $3::xid8, position = $4, sequence_hint = $5
           where consumer = $1 and shard = ${allShards} and (epoch, txid, position) = ($6::int, $7::xid8, $8::bigint)`,
    values: [consumer, to.place.epoch, to.place.txid, to.place.position, to.sequence, from.epoch, from.txid, from.position],
  });
  if (rowCount !== 1) throw new PlaceMovedError(consumer);
};

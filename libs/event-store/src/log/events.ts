import type { EventData, EventDefinition } from '@hearsay/contracts';
import type pg from 'pg';

/** A connection inside an open transaction. */
export type Transaction = Pick<pg.ClientBase, 'query'>;

export interface EventMeta {
  /** ISO instant of the act. */
  readonly occurredAt: string;
  /** Null for anonymous acts and for the system. */
  readonly actor: string | null;
  /** Absent (null) where joining it to an account would unseal an anonymous author. */
  readonly correlationId: string | null;
  readonly causationId: string | null;
}

/** An event that a decision wants to append; the pipeline gives it version, ids and the rest of its envelope. */
export interface NewEvent {
  /** Name of an aggregate and a key: the stream is `${aggregate}-${key}`. The plan of the command must name both. */
  readonly aggregate: string;
  readonly key: string;
  readonly definition: EventDefinition;
  readonly data: object;
  /** Other aggregates of the plan whose state this event changes too (a counter, a room): they evolve, their streams do not grow. */
  readonly touches?: readonly { readonly aggregate: string; readonly key: string }[];
  /** Question or podcast, else the account: picks the shard, so that everything about one of them stays in order. */
  readonly routingId: string;
  /** An anonymous act: the envelope names no actor. */
  readonly isAnonymous?: boolean;
  /** Nothing may join this fact to its cause: the envelope carries neither correlation nor causation. */
  readonly isUnlinked?: boolean;
}

/** Where an event lies in its log. Compare with `compareLogPositions`; never by a bare sequence. */
export interface LogPosition {
  readonly epoch: number;
  /** xid8 of the appending transaction, as decimal text. */
  readonly txid: string;
  readonly position: string;
}

export interface StoredEvent<D = Record<string, unknown>> {
  readonly eventId: string;
  readonly logPosition: LogPosition;
  readonly stream: string;
  readonly version: number;
  readonly type: string;
  /** Always the newest version: readers see events after their upcasts. */
  readonly schemaVersion: number;
  readonly data: D;
  readonly meta: EventMeta;
  readonly shard: number;
}

/** What a projection sees inside the appending transaction, where the log position is not final yet. */
export type AppendedEvent<D = Record<string, unknown>> = Omit<StoredEvent<D>, 'logPosition'>;

export const startOfLog: LogPosition = { epoch: 0, txid: '0', position: '0' };

/** Negative, zero or positive, as for sort. */
export const compareLogPositions = (a: LogPosition, b: LogPosition): number => {
  if (a.epoch !== b.epoch) return a.epoch - b.epoch;
  const byTransaction = BigInt(a.txid) - BigInt(b.txid);
  if (byTransaction !== 0n) return byTransaction < 0n ? -1 : 1;
  const byPosition = BigInt(a.position) - BigInt(b.position);
  return byPosition === 0n ? 0 : byPosition < 0n ? -1 : 1;
};

/** Events of one definition out of a batch, with their data typed. */
export const eventsOf = <D extends EventDefinition>(events: readonly AppendedEvent[], definition: D): AppendedEvent<EventData<D>>[] =>
  events.filter((event) => event.type === definition.type) as AppendedEvent<EventData<D>>[];

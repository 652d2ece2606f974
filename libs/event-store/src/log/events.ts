import type { AnyEventDefinition, EventData, EventDefinition, EventOf } from '@hearsay/contracts';
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

/** What evolves by events of the definitions `Known`, as far as an event has to know of it. */
interface Evolving<Known extends EventDefinition> {
  readonly name: string;
  readonly events: readonly Known[];
}

interface EventTarget {
  /** Name and key of an aggregate: its stream is `${aggregate}-${key}`. The plan of the command must name both. */
  readonly aggregate: string;
  readonly key: string;
}

interface Routing {
  /** Question or podcast, else the account: picks the shard, so that everything about one of them stays in order. */
  readonly routingId: string;
  /** An anonymous act: the envelope names no actor. */
  readonly isAnonymous?: boolean;
  /** Nothing may join this fact to its cause: the envelope carries neither correlation nor causation. */
  readonly isUnlinked?: boolean;
}

/** Only `newEvent` gives it, so every event of a decision was checked against its definition. It exists in types alone. */
declare const isChecked: unique symbol;

/** An event that a decision wants to append; the pipeline gives it version, ids and the rest of its envelope. */
export type NewEvent<D extends EventDefinition = AnyEventDefinition> = EventOf<D> &
  EventTarget &
  Routing & {
    readonly definition: D;
    /** Other aggregates of the plan whose state this event changes too (a counter, a room): they evolve, their streams do not grow. */
    readonly touches?: readonly EventTarget[];
    readonly [isChecked]: true;
  };

export interface NewEventEnvelope<Known extends EventDefinition, Touching extends EventDefinition = AnyEventDefinition>
  extends Routing {
  readonly aggregate: Evolving<Known>;
  readonly key: string;
  readonly touches?: readonly { readonly aggregate: Evolving<Touching>; readonly key: string }[];
}

/** Data that fits every one of the definitions it may belong to; none fits any definition. */
type DataFor<D extends EventDefinition> = (
  D extends EventDefinition
    ? (data: string extends D['type'] ? never : EventData<D>) => void
    : never
) extends (data: infer Data) => void
  ? Data
  : never;

/**
 * One event of a decision. Does not compile when the data is not what the definition says, or when the aggregate (or one that
 * is touched) does not evolve by that definition.
 */
export const newEvent = <Known extends EventDefinition, Touching extends EventDefinition, D extends Known & Touching>(
  definition: D,
  data: DataFor<D>,
  { aggregate, key, touches, ...routing }: NewEventEnvelope<Known, Touching>,
): NewEvent<D> =>
  ({
    ...routing,
    aggregate: aggregate.name,
    key,
    definition,
    type: definition.type,
    data,
    ...(touches && { touches: touches.map((other) => ({ aggregate: other.aggregate.name, key: other.key })) }),
  }) as unknown as NewEvent<D>;

/** Where an event lies in its log. Compare with `compareLogPositions`; never by a bare sequence. */
export interface LogPosition {
  readonly epoch: number;
  /** xid8 of the appending transaction, as decimal text. */
  readonly txid: string;
  readonly position: string;
}

interface EventEnvelope {
  readonly eventId: string;
  readonly stream: string;
  readonly version: number;
  readonly schemaVersion: number;
  readonly meta: EventMeta;
  readonly shard: number;
}

/** What a projection sees inside the appending transaction, where the log position is not final yet. */
export type AppendedEvent<D extends EventDefinition = AnyEventDefinition> = EventEnvelope & EventOf<D>;

export type StoredEvent<D extends EventDefinition = AnyEventDefinition> = AppendedEvent<D> & {
  readonly logPosition: LogPosition;
};

export const startOfLog: LogPosition = { epoch: 0, txid: '0', position: '0' };

/** Whole numbers as PostgreSQL writes them, without zeros before them: the longer one is the greater. */
const compareDecimals = (a: string, b: string): number => a.length - b.length || (a === b ? 0 : a < b ? -1 : 1);

/** Negative, zero or positive, as for sort. */
export const compareLogPositions = (a: LogPosition, b: LogPosition): number =>
  a.epoch - b.epoch || compareDecimals(a.txid, b.txid) || compareDecimals(a.position, b.position);

/** Events of these definitions out of a batch, in its order. */
export const eventsOf = <Event extends { readonly type: string }, Type extends Event['type']>(
  events: readonly Event[],
  ...definitions: readonly { readonly type: Type }[]
): Extract<Event, { readonly type: Type }>[] => {
  const types = new Set<string>(definitions.map(({ type }) => type));
  return events.filter((event): event is Extract<Event, { readonly type: Type }> => types.has(event.type));
};

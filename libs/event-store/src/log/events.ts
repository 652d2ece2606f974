import {
  type AnyEventDefinition,
  type EventData,
  type EventDefinition,
  type EventOf,
  eventDefinitions,
} from '@hearsay/contracts';
import { HaltingError } from '../runtime/failures.js';

export interface EventMeta {
  readonly occurredAt: string;
  /** Null for anonymous acts and for the system. */
  readonly actor: string | null;
  /** Absent (null) where joining it to an account would unseal an anonymous author. */
  readonly correlationId: string | null;
  readonly causationId: string | null;
}

/** The part of an aggregate that its events refer to. */
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

/** Compare with `compareLogPositions`, never by a bare sequence. */
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

/** Inside the appending transaction the log position is not final yet. */
export type AppendedEvent<D extends EventDefinition = AnyEventDefinition> = EventEnvelope & EventOf<D>;

export type StoredEvent<D extends EventDefinition = AnyEventDefinition> = AppendedEvent<D> & {
  readonly logPosition: LogPosition;
};

export const startOfLog: LogPosition = { epoch: 0, txid: '0', position: '0' };

/** Whole numbers as PostgreSQL writes them, without zeros before them: the longer one is the greater. */
const compareDecimals = (a: string, b: string): number => a.length - b.length || (a === b ? 0 : a < b ? -1 : 1);

export const compareLogPositions = (a: LogPosition, b: LogPosition): number =>
  a.epoch - b.epoch || compareDecimals(a.txid, b.txid) || compareDecimals(a.position, b.position);

export const eventsOf = <Event extends { readonly type: string }, Type extends Event['type']>(
  events: readonly Event[],
  ...definitions: readonly { readonly type: Type }[]
): Extract<Event, { readonly type: Type }>[] => {
  const types = new Set<string>(definitions.map(({ type }) => type));
  return events.filter((event): event is Extract<Event, { readonly type: Type }> => types.has(event.type));
};

/** Types that this release does not know pass: nothing here reads them. @throws HaltingError for a version that another release wrote */
export const refuseUnknownVersions = (
  events: readonly { readonly type: string; readonly schemaVersion: number }[],
  definitions: ReadonlyMap<string, Pick<EventDefinition, 'schemaVersion'>> = eventDefinitions,
): void => {
  for (const { type, schemaVersion } of events) {
    const definition = definitions.get(type);
    if (definition && definition.schemaVersion !== schemaVersion)
      throw new HaltingError(`${type} has version ${schemaVersion}, which this release does not know`);
  }
};

/** The one place where stored bytes become typed events: what lies in a stream was appended through `newEvent`. @throws HaltingError */
export const typedEvent = <D extends EventDefinition>(
  type: string,
  schemaVersion: number,
  data: Record<string, unknown>,
): EventOf<D> => {
  refuseUnknownVersions([{ type, schemaVersion }]);
  return { type, data } as EventOf<D>;
};

/**
 * The newest item of each key, so that a group touches a row once. Without `orderOf` that is the last one, as in the
 * service's own log. Facts of other services may arrive in any order: `orderOf` gives their revision or toggle, and the
 * last of equals is the newest.
 */
export const newestBy = <E>(
  items: readonly E[],
  keyOf: (item: E) => string,
  orderOf: (item: E) => number = () => 0,
): E[] => {
  const newest = new Map<string, E>();
  for (const item of items) {
    const known = newest.get(keyOf(item));
    if (known === undefined || orderOf(known) <= orderOf(item)) newest.set(keyOf(item), item);
  }
  return [...newest.values()];
};

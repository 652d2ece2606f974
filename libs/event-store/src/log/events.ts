import type { AnyEventDefinition, EventData, EventDefinition, EventOf } from '@hearsay/contracts';

export interface EventMeta {
  readonly occurredAt: string;
  /** Null for anonymous acts and for the system. */
  readonly actor: string | null;
  /** Null if it would link an anonymous author's account to the event. */
  readonly correlationId: string | null;
  readonly causationId: string | null;
}

interface Evolving<Known extends EventDefinition> {
  readonly name: string;
  readonly events: readonly Known[];
}

interface EventTarget {
  /** Name and key of an aggregate, whose stream is `${aggregate}-${key}`. The command's plan must name both. */
  readonly aggregate: string;
  readonly key: string;
}

interface Privacy {
  readonly isAnonymous?: boolean;
  /** True if nothing may link this event to its cause. It then has no correlation id and no causation id. */
  readonly isUnlinked?: boolean;
}

/** A mark in the type. Only `newEvent` sets it, so every event was checked against its definition. */
declare const isChecked: unique symbol;

export type NewEvent<D extends EventDefinition = AnyEventDefinition> = EventOf<D> &
  EventTarget &
  Privacy & {
    readonly definition: D;
    /** Other aggregates whose state this event changes. They evolve, but the event is not added to their streams. */
    readonly touches?: readonly EventTarget[];
    readonly [isChecked]: true;
  };

export interface NewEventEnvelope<Known extends EventDefinition, Touching extends EventDefinition = AnyEventDefinition>
  extends Privacy {
  readonly aggregate: Evolving<Known>;
  readonly key: string;
  readonly touches?: readonly { readonly aggregate: Evolving<Touching>; readonly key: string }[];
}

type DataFor<D extends EventDefinition> = (
  D extends EventDefinition
    ? (data: string extends D['type'] ? never : EventData<D>) => void
    : never
) extends (data: infer Data) => void
  ? Data
  : never;

/**
 * Makes an event. A call does not compile if the data does not fit the definition, or if an aggregate does not know the
 * event.
 */
export const newEvent = <Known extends EventDefinition, Touching extends EventDefinition, D extends Known & Touching>(
  definition: D,
  data: DataFor<D>,
  { aggregate, key, touches, ...privacy }: NewEventEnvelope<Known, Touching>,
): NewEvent<D> =>
  ({
    ...privacy,
    aggregate: aggregate.name,
    key,
    definition,
    type: definition.type,
    data,
    ...(touches && { touches: touches.map((other) => ({ aggregate: other.aggregate.name, key: other.key })) }),
  }) as unknown as NewEvent<D>;

/** The place of an event in its log. Compare log positions only by `compareLogPositions`. */
export interface LogPosition {
  readonly epoch: number;
  /** The id (xid8) of the appending transaction, as decimal text. */
  readonly txid: string;
  readonly position: string;
}

interface EventEnvelope {
  readonly eventId: string;
  readonly stream: string;
  readonly version: number;
  readonly schemaVersion: number;
  readonly meta: EventMeta;
}

/** An event without a log position. The position is final only after the commit of the appending transaction. */
export type AppendedEvent<D extends EventDefinition = AnyEventDefinition> = EventEnvelope & EventOf<D>;

export type StoredEvent<D extends EventDefinition = AnyEventDefinition> = AppendedEvent<D> & {
  readonly logPosition: LogPosition;
};

export const startOfLog: LogPosition = { epoch: 0, txid: '0', position: '0' };

/** Compares whole numbers that are written without leading zeros. The longer text is the greater number. */
const compareDecimals = (a: string, b: string): number => a.length - b.length || (a === b ? 0 : a < b ? -1 : 1);

export const compareLogPositions = (a: LogPosition, b: LogPosition): number =>
  a.epoch - b.epoch || compareDecimals(a.txid, b.txid) || compareDecimals(a.position, b.position);

/** The events that have one of the given types, in their order. */
export const eventsOf = <Event extends { readonly type: string }, Type extends Event['type']>(
  events: readonly Event[],
  ...definitions: readonly { readonly type: Type }[]
): Extract<Event, { readonly type: Type }>[] => {
  const types = new Set<string>(definitions.map(({ type }) => type));
  return events.filter((event): event is Extract<Event, { readonly type: Type }> => types.has(event.type));
};

/**
 * Returns the newest item of each key, so that a group writes a row once. Without `orderOf` the last item is the
 * newest. Events of other services arrive in any order, so `orderOf` returns their revision or toggle. Among items with
 * the same order, the last one is the newest.
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

import * as z from 'zod/mini';
import { Id } from '../primitives.js';

/** The account of a named act, or the sealed author id of an anonymous one. A guest's question has neither. */
export const Owner = z.object({ accountId: z.nullable(Id), sealed: z.nullable(z.string()) });
export type Owner = z.infer<typeof Owner>;

/**
 * The relay publishes `relayed` events to other services. `internal` events never leave their service's log. When a
 * type becomes `relayed`, the relay refills its JetStream stream, which then also has the type's past events.
 */
export type Audience = 'relayed' | 'internal';

export type StoredData = Readonly<Record<string, unknown>>;

/** Converters for an event whose shape has changed since a release. */
export interface Versions {
  /** Each function converts data to the next version. The first one converts version 1. */
  readonly upcasts: readonly ((data: StoredData) => StoredData)[];
  /**
   * Converts newest data to the version before. It is used for writes while a process cannot read the newest version.
   */
  readonly downcast: (data: StoredData) => StoredData;
  /**
   * False in the first release that reads the newest version. The next release writes it, and can still be rolled back
   * to the first one.
   */
  readonly writesNewest: boolean;
}

export interface EventDefinition<T extends string = string, S extends z.ZodMiniType = z.ZodMiniType> {
  readonly type: T;
  readonly service: string;
  readonly audience: Audience;
  /** The newest version, whose shape is `data`. Readers convert earlier versions and refuse newer ones. */
  readonly schemaVersion: number;
  readonly versions: Versions | undefined;
  /** The event store's `fixtures` contain a frozen example of this shape. */
  readonly data: S;
}

const definition =
  (service: string, audience: Audience) =>
  <T extends string, S extends z.core.$ZodLooseShape>(type: T, shape: S, versions?: Versions) =>
    ({
      service,
      type,
      audience,
      data: z.object(shape),
      schemaVersion: 1 + (versions?.upcasts.length ?? 0),
      versions,
    }) satisfies EventDefinition<T>;

/** Makes the definitions of a service's events. A changed meaning needs a new event type. */
export const definitionsOf = (service: string) => ({
  relayed: definition(service, 'relayed'),
  internal: definition(service, 'internal'),
});

export type EventData<D extends EventDefinition> = z.output<D['data']>;

/**
 * Assignable to and from every specific definition. Code that uses this type reads only the events of its own `events`
 * list.
 */
// biome-ignore lint/suspicious/noExplicitAny: only `any` is assignable to and from every literal type.
export type AnyEventDefinition = EventDefinition<any, any>;

/** A stored event. A union of definitions gives a union of events that narrows by `type`. */
export type EventOf<D extends EventDefinition> = D extends EventDefinition
  ? string extends D['type']
    ? { readonly type: string; readonly data: Readonly<Record<string, unknown>> }
    : { readonly type: D['type']; readonly data: EventData<D> }
  : never;

import * as z from 'zod/mini';
import { Id } from '../primitives.js';

/** The account of a named act, or the sealed author id of an anonymous one. A guest's question has neither. */
export const Owner = z.object({ accountId: z.nullable(Id), sealed: z.nullable(z.string()) });
export type Owner = z.infer<typeof Owner>;

/**
 * `relayed` events go to other services through JetStream; `internal` ones never leave their service's log. When a type
 * becomes `relayed`, the relay refills its stream, which then holds all past events of the type.
 */
export type Audience = 'relayed' | 'internal';

export type StoredData = Readonly<Record<string, unknown>>;

/** For an event whose shape has changed since a release. */
export interface Versions {
  /** Each converts the data of a version to the next one, beginning with version 1. */
  readonly upcasts: readonly ((data: StoredData) => StoredData)[];
  /** Converts the newest data to the version before, which is written while a process cannot read the newest. */
  readonly downcast: (data: StoredData) => StoredData;
  /** False in the first release that reads the newest version, so that there is a way back from the next release. */
  readonly writesNewest: boolean;
}

export interface EventDefinition<T extends string = string, S extends z.ZodMiniType = z.ZodMiniType> {
  readonly type: T;
  readonly service: string;
  readonly audience: Audience;
  /** The newest version, whose shape is `data`. Readers convert earlier versions and refuse newer ones. */
  readonly schemaVersion: number;
  readonly versions: Versions | undefined;
  /** The event store's `fixtures` hold a frozen example. */
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

/** A changed meaning needs a new event. */
export const definitionsOf = (service: string) => ({
  relayed: definition(service, 'relayed'),
  internal: definition(service, 'internal'),
});

export type EventData<D extends EventDefinition> = z.output<D['data']>;

/**
 * Assignable to and from every specific definition. At run time the `events` lists decide which events such code gets.
 */
// biome-ignore lint/suspicious/noExplicitAny: only `any` stands for a literal type in both directions.
export type AnyEventDefinition = EventDefinition<any, any>;

/** A union that narrows by `type`. The data of `AnyEventDefinition` is only an object. */
export type EventOf<D extends EventDefinition> = D extends EventDefinition
  ? string extends D['type']
    ? { readonly type: string; readonly data: Readonly<Record<string, unknown>> }
    : { readonly type: D['type']; readonly data: EventData<D> }
  : never;

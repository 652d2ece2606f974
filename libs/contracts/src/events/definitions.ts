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

export interface EventDefinition<T extends string = string, S extends z.ZodMiniType = z.ZodMiniType> {
  readonly type: T;
  readonly service: string;
  readonly audience: Audience;
  /** Stored with each event. Readers refuse any other version. */
  readonly schemaVersion: number;
  /** The event store's `fixtures` hold a frozen example. */
  readonly data: S;
}

const definition =
  (service: string, audience: Audience) =>
  <T extends string, S extends z.core.$ZodLooseShape>(type: T, shape: S) =>
    ({ service, type, audience, data: z.object(shape), schemaVersion: 1 }) satisfies EventDefinition<T>;

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

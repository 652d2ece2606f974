import * as z from 'zod/mini';
import { Id } from '../primitives.js';

/** The account of a named act, or the sealed author id of an anonymous one. A guest's question has neither. */
export const Owner = z.object({ accountId: z.nullable(Id), sealed: z.nullable(z.string()) });
export type Owner = z.infer<typeof Owner>;

/**
 * `relayed` events go to other services through JetStream; `internal` ones never leave their service's log. A type that
 * becomes relayed has its whole past relayed too: the relay refills its stream when its relayed types change.
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
 * It fits code for specific definitions in both directions. The `events` lists decide at run time what such code gets.
 */
// biome-ignore lint/suspicious/noExplicitAny: only `any` stands for a literal type in both directions.
export type AnyEventDefinition = EventDefinition<any, any>;

/** A union that narrows by `type`. For any definition the data is only an object. */
export type EventOf<D extends EventDefinition> = D extends EventDefinition
  ? string extends D['type']
    ? { readonly type: string; readonly data: Readonly<Record<string, unknown>> }
    : { readonly type: D['type']; readonly data: EventData<D> }
  : never;

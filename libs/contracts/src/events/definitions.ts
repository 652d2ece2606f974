import * as z from 'zod/mini';
import { Id } from '../primitives.js';

/**
 * The author of content: the account of a named act, or the sealed author id (AES-256-GCM, see service-runtime) of an
 * anonymous one. Never both. A question of a guest without an account has neither.
 */
export const Owner = z.object({ accountId: z.nullable(Id), sealed: z.nullable(z.string()) });
export type Owner = z.infer<typeof Owner>;

/**
 * Who reads an event: `relayed` to other services through JetStream, or `internal`, which never leaves its service's log. A type that
 * becomes relayed has its whole past relayed too: the relay fills its stream anew when the relayed types of its service change.
 */
export type Audience = 'relayed' | 'internal';

export interface EventDefinition<T extends string = string, S extends z.ZodMiniType = z.ZodMiniType> {
  readonly type: T;
  readonly service: string;
  readonly audience: Audience;
  /** Stored with each event. Readers refuse any other version. */
  readonly schemaVersion: number;
  /** A frozen fixture of it lies in the event store's `fixtures`. */
  readonly data: S;
}

/** An event of one service's log. A changed meaning is a new event. */
export const event = <T extends string, S extends z.ZodMiniType>(
  service: string,
  type: T,
  audience: Audience,
  data: S,
): EventDefinition<T, S> => ({ service, type, audience, data, schemaVersion: 1 });

export type EventData<D extends EventDefinition> = z.output<D['data']>;

/**
 * Any definition, for code that treats all events alike (pipeline, relay, consumers). In both directions it fits what was
 * written for some definitions: which events such code hands over is decided by `events` lists at run time.
 */
// biome-ignore lint/suspicious/noExplicitAny: only `any` stands for a literal type in both directions.
export type AnyEventDefinition = EventDefinition<any, any>;

/**
 * Type and data of an event of one of these definitions: a union that narrows by `type`. Of any definition only that the
 * data is an object.
 */
export type EventOf<D extends EventDefinition> = D extends EventDefinition
  ? string extends D['type']
    ? { readonly type: string; readonly data: Readonly<Record<string, unknown>> }
    : { readonly type: D['type']; readonly data: EventData<D> }
  : never;

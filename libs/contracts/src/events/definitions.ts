import type * as z from 'zod/mini';

/** Lifts the data of one version of an event to the next. */
export type Upcast = (data: Record<string, unknown>) => Record<string, unknown>;

/**
 * Who reads an event: `relayed` to other services through JetStream, or `internal`, which never leaves its service's log. A type that
 * becomes relayed has its whole past relayed too: the relay fills its stream anew when the relayed types of its service change.
 */
export type Audience = 'relayed' | 'internal';

export interface EventDefinition<T extends string = string, S extends z.ZodMiniType = z.ZodMiniType> {
  readonly type: T;
  readonly service: string;
  readonly audience: Audience;
  readonly schemaVersion: number;
  readonly data: S;
  /** `upcasts[n]` lifts version n to n + 1. Each version has a frozen fixture in the event store's `fixtures`. */
  readonly upcasts: Readonly<Record<number, Upcast>>;
}

/** An event of one service's log. A changed shape raises the version by an upcast; a changed meaning is a new event. */
export const event = <T extends string, S extends z.ZodMiniType>(
  service: string,
  type: T,
  audience: Audience,
  data: S,
  upcasts: Readonly<Record<number, Upcast>> = {},
): EventDefinition<T, S> => ({ service, type, audience, data, schemaVersion: Object.keys(upcasts).length + 1, upcasts });

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

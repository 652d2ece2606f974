import type * as z from 'zod/mini';

/** Lifts the data of the version before to the version it is listed under. */
export type Upcast = (data: Record<string, unknown>) => Record<string, unknown>;

export interface EventDefinition<T extends string = string, S extends z.ZodMiniType = z.ZodMiniType> {
  readonly type: T;
  readonly service: string;
  readonly schemaVersion: number;
  readonly data: S;
  /** `upcasts[n]` lifts version n to n + 1. Each has a frozen fixture under `fixtures/`. */
  readonly upcasts: Readonly<Record<number, Upcast>>;
}

/** An event of one service's log. A changed shape rises the version and adds an upcast; a changed meaning is a new event. */
export const event = <T extends string, S extends z.ZodMiniType>(
  service: string,
  type: T,
  data: S,
  upcasts: Readonly<Record<number, Upcast>> = {},
): EventDefinition<T, S> => ({ service, type, data, schemaVersion: Object.keys(upcasts).length + 1, upcasts });

export type EventData<D extends EventDefinition> = z.output<D['data']>;

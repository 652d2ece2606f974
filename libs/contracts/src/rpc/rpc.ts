import type * as z from 'zod/mini';

export const serviceNames = ['identity', 'content', 'engagement', 'gamification', 'notification'] as const;
export type ServiceName = (typeof serviceNames)[number];

/** A request/reply message between the gateway, operators and services: `command` changes something, `query` does not. */
export interface Rpc<I extends z.ZodMiniType = z.ZodMiniType, O extends z.ZodMiniType = z.ZodMiniType> {
  readonly service: ServiceName;
  readonly name: string;
  readonly kind: 'command' | 'query';
  readonly input: I;
  readonly output: O;
}

export type RpcInput<R extends Rpc> = z.input<R['input']>;
/** What a handler receives: the input with its defaults applied. */
export type RpcParsed<R extends Rpc> = z.output<R['input']>;
export type RpcOutput<R extends Rpc> = z.output<R['output']>;

export const command = <I extends z.ZodMiniType, O extends z.ZodMiniType>(
  service: ServiceName,
  name: string,
  input: I,
  output: O,
): Rpc<I, O> => ({
  service,
  name,
  kind: 'command',
  input,
  output,
});

export const query = <I extends z.ZodMiniType, O extends z.ZodMiniType>(
  service: ServiceName,
  name: string,
  input: I,
  output: O,
): Rpc<I, O> => ({
  service,
  name,
  kind: 'query',
  input,
  output,
});

/** Travels with every call. */
export interface CallContext {
  /** One id from the browser's request to the last consumer. */
  readonly correlationId: string;
  /** Who acts; null for visitors and for the system. */
  readonly accountId: string | null;
  /** ISO instant after which the call must not change anything any more. */
  readonly deadline: string;
  readonly idempotencyKey?: string;
  /** ISO instant of the act: only operator commands and the seed set it, the gateway never does. */
  readonly now?: string;
}

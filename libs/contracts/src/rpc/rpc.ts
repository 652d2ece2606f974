import type * as z from 'zod/mini';

export const serviceNames = [
  'identity',
  'content',
  'engagement',
  'gamification',
  'moderation',
  'notification',
] as const;
export type ServiceName = (typeof serviceNames)[number];

/** Who asks: a process of ours, or an operator's tool (the seed is one too). */
export const callerNames = ['gateway', ...serviceNames, 'operator'] as const;
export type CallerName = (typeof callerNames)[number];

const gatewayOnly = ['gateway'] as const;
/** For what no process of ours asks. */
export const operatorsOnly = [] as const;

/** A request/reply message between the gateway, operators and services: `command` changes something, `query` does not. */
export interface Rpc<I extends z.ZodMiniType = z.ZodMiniType, O extends z.ZodMiniType = z.ZodMiniType> {
  readonly service: ServiceName;
  readonly name: string;
  readonly kind: 'command' | 'query';
  readonly input: I;
  readonly output: O;
  /** Who may ask, besides operators. */
  readonly callers: readonly CallerName[];
}

export const isAllowedToCall = (rpc: Rpc, caller: string): boolean =>
  caller === 'operator' || rpc.callers.some((allowed) => allowed === caller);

export type RpcInput<R extends Rpc> = z.input<R['input']>;
/** What a handler receives: the input with its defaults applied. */
export type RpcParsed<R extends Rpc> = z.output<R['input']>;
export type RpcOutput<R extends Rpc> = z.output<R['output']>;

export const command = <I extends z.ZodMiniType, O extends z.ZodMiniType>(
  service: ServiceName,
  name: string,
  input: I,
  output: O,
  callers: readonly CallerName[] = gatewayOnly,
): Rpc<I, O> => ({
  service,
  name,
  kind: 'command',
  input,
  output,
  callers,
});

export const query = <I extends z.ZodMiniType, O extends z.ZodMiniType>(
  service: ServiceName,
  name: string,
  input: I,
  output: O,
  callers: readonly CallerName[] = gatewayOnly,
): Rpc<I, O> => ({
  service,
  name,
  kind: 'query',
  input,
  output,
  callers,
});

/** Travels with every call. */
export interface CallContext {
  /** One id from the browser's request to the last consumer. */
  readonly correlationId: string;
  /** Who acts; null for visitors and for the system. */
  readonly accountId: string | null;
  /** ISO instant after which the call must not change anything any more, by the `steadyNow` of the process that holds it. */
  readonly deadline: string;
  readonly idempotencyKey?: string;
  /** ISO instant of the act: only operator commands and the seed set it, the gateway never does. */
  readonly now?: string;
}

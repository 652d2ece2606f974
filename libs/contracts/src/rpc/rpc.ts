import * as z from 'zod/mini';
import { Id } from '../primitives.js';

export const serviceNames = [
  'identity',
  'content',
  'engagement',
  'gamification',
  'moderation',
  'notification',
] as const;
export type ServiceName = (typeof serviceNames)[number];

/** The seed counts as an operator's tool. */
export const callerNames = ['gateway', ...serviceNames, 'operator'] as const;
export type CallerName = (typeof callerNames)[number];

const gatewayOnly = ['gateway'] as const;
export const operatorsOnly = [] as const;

export interface Rpc<I extends z.ZodMiniType = z.ZodMiniType, O extends z.ZodMiniType = z.ZodMiniType> {
  readonly service: ServiceName;
  readonly name: string;
  readonly kind: 'command' | 'query';
  readonly input: I;
  readonly output: O;
  /** Operators may always call. */
  readonly callers: readonly CallerName[];
}

export const isAllowedToCall = (rpc: Rpc, caller: string): boolean =>
  caller === 'operator' || rpc.callers.some((allowed) => allowed === caller);

export type RpcInput<R extends Rpc> = z.input<R['input']>;
export type RpcParsed<R extends Rpc> = z.output<R['input']>;
export type RpcOutput<R extends Rpc> = z.output<R['output']>;

const contract =
  (service: ServiceName, kind: Rpc['kind']) =>
  <I extends z.core.$ZodLooseShape, O extends z.core.$ZodLooseShape>(
    name: string,
    input: I,
    output: O,
    callers: readonly CallerName[] = gatewayOnly,
  ) =>
    ({ service, name, kind, input: z.object(input), output: z.object(output), callers }) satisfies Rpc;

/** Input and output are the shapes of objects. */
export const contractsOf = (service: ServiceName) => ({
  command: contract(service, 'command'),
  query: contract(service, 'query'),
});

export const Ids = z.array(Id).check(z.maxLength(500));

export interface CallContext {
  /** One id from the browser's request to the last consumer. */
  readonly correlationId: string;
  /** Null for visitors and for the system. */
  readonly accountId: string | null;
  /** ISO instant after which the call must change nothing, by the `steadyNow` of the process that holds it. */
  readonly deadline: string;
  readonly idempotencyKey?: string;
  /** ISO instant of the act. Only operator commands and the seed set it, never the gateway. */
  readonly now?: string;
}

/**
 * Milliseconds since 1970 by a clock that is never adjusted: the process's start plus the time since. Deadlines use it,
 * since a jump of the machine's clock would end all deadlines, or none.
 */
export const steadyNow = (): number => performance.timeOrigin + performance.now();

/** Only the process that made a deadline can compare it. */
export const deadlineIn = (ms: number): string => new Date(steadyNow() + ms).toISOString();

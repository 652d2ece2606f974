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

/** The seed also calls services as `operator`. */
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
  /** Besides these callers, `operator` is always allowed. */
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

/** Makes the contracts of a service. Input and output are shapes of Zod objects. */
export const contractsOf = (service: ServiceName) => ({
  command: contract(service, 'command'),
  query: contract(service, 'query'),
});

export const Ids = z.array(Id).check(z.maxLength(500));

export interface CallContext {
  /** The same id from the browser's request to the last consumer. */
  readonly correlationId: string;
  /** Null for visitors, and for calls without a person. */
  readonly accountId: string | null;
  /** The ISO instant after which the call must change nothing, by the `steadyNow` of this process. */
  readonly deadline: string;
  readonly idempotencyKey?: string;
  /** The ISO instant of the act. Only operator commands and the seed set it, never the gateway. */
  readonly now?: string;
}

/**
 * Milliseconds since 1970 by a clock that is never adjusted. Deadlines use this clock, because a jump of the machine's
 * clock would let all deadlines pass at once, or delay them.
 */
export const steadyNow = (): number => performance.timeOrigin + performance.now();

/** A deadline that only this process can compare with its clock. */
export const deadlineIn = (ms: number): string => new Date(steadyNow() + ms).toISOString();

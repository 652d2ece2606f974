import type { CallContext, ErrorCode, RefusalDetails } from '@hearsay/contracts';
import type { NatsConnection } from '@nats-io/nats-core';

export interface WireCall {
  readonly id: number;
  readonly name: string;
  readonly input: unknown;
  /** Another process cannot use the deadline. It is still sent, because release 0.9.0 drops calls without it. */
  readonly context: Omit<CallContext, 'deadline'> & Partial<Pick<CallContext, 'deadline'>>;
  /** The time from the sending of the call to its deadline, in milliseconds. */
  readonly remainingMs: number;
  /** The caller's wall clock, in milliseconds since 1970. */
  readonly sentAt?: number;
}

/** Answers are sent in arrays, like calls. Several messages may answer one message of calls. */
export type WireAnswer =
  | { readonly id: number; readonly output: unknown }
  | {
      readonly id: number;
      readonly refusal: { readonly code: ErrorCode; readonly message: string; readonly details: RefusalDetails };
    };

export const maxCallsPerMessage = 64;

const defaultMaxPayload = 1024 * 1024;

/** The limit of the connected server. Other servers of the cluster may have another limit. */
export const maxPayloadOf = (connection: NatsConnection): number => connection.info?.max_payload ?? defaultMaxPayload;

const decoder = new TextDecoder();
export const encode = (value: unknown): string => JSON.stringify(value);
export const decode = <T>(data: Uint8Array): T => JSON.parse(decoder.decode(data)) as T;

const isCall = (value: unknown): value is WireCall => {
  const call = value as Partial<WireCall> | null;
  return (
    typeof call === 'object' &&
    typeof call?.id === 'number' &&
    typeof call.name === 'string' &&
    typeof call.remainingMs === 'number' &&
    typeof call.context === 'object' &&
    typeof call.context?.correlationId === 'string'
  );
};

/** The items of a message. Empty for a message that neither our client nor our server has written. */
const itemsIn = <Item>(data: Uint8Array, isItem: (value: unknown) => value is Item): readonly Item[] => {
  try {
    const items = decode<unknown>(data);
    return Array.isArray(items) && items.every(isItem) ? items : [];
  } catch {
    return [];
  }
};

/** Empty if any item is not a call. */
export const callsIn = (data: Uint8Array): readonly WireCall[] => itemsIn(data, isCall);

const isAnswer = (value: unknown): value is WireAnswer => {
  const answer = value as { id?: unknown; output?: unknown; refusal?: unknown } | null;
  return (
    typeof answer?.id === 'number' &&
    (typeof answer.refusal === 'object' ? answer.refusal !== null : 'output' in answer)
  );
};

export const answersIn = (data: Uint8Array): readonly WireAnswer[] => itemsIn(data, isAnswer);

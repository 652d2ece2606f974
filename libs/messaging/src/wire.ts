import type { CallContext, ErrorCode, RefusalDetails } from '@hearsay/contracts';
import type { NatsConnection } from '@nats-io/nats-core';

/** One NATS message carries an array of the calls that one turn of the event loop made to one service. */
export interface WireCall {
  readonly id: number;
  readonly name: string;
  readonly input: unknown;
  /** Its deadline is an instant of the caller's clock. */
  readonly context: CallContext;
  /** Milliseconds that were left until the deadline when the message was sent. Releases before this one send neither of the two. */
  readonly remainingMs?: number;
  /** By the caller's wall clock, in milliseconds since 1970. */
  readonly sentAt?: number;
}

/** Answers travel in arrays too, and a message of calls may be answered by several of them. */
export type WireAnswer =
  | { readonly id: number; readonly output: unknown }
  | {
      readonly id: number;
      readonly refusal: { readonly code: ErrorCode; readonly message: string; readonly details: RefusalDetails };
    };

/** The most calls in one message. */
export const maxCallsPerMessage = 64;

/** What a NATS server takes in one message unless it is told otherwise. */
const defaultMaxPayload = 1024 * 1024;

/** The most bytes that the server now connected takes in one message; another server of the cluster may announce another number. */
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
    typeof call.context === 'object' &&
    typeof call.context?.deadline === 'string' &&
    typeof call.context.correlationId === 'string'
  );
};

/** The calls of a message; none of a message that no client of ours has written. */
export const callsIn = (data: Uint8Array): readonly WireCall[] => {
  try {
    const calls = decode<unknown>(data);
    return Array.isArray(calls) && calls.every(isCall) ? calls : [];
  } catch {
    return [];
  }
};

const isAnswer = (value: unknown): value is WireAnswer => {
  const answer = value as { id?: unknown; output?: unknown; refusal?: unknown } | null;
  return (
    typeof answer?.id === 'number' &&
    (typeof answer.refusal === 'object' ? answer.refusal !== null : 'output' in answer)
  );
};

/** The answers of a message; none of a message that no server of ours has written. */
export const answersIn = (data: Uint8Array): readonly WireAnswer[] => {
  try {
    const answers = decode<unknown>(data);
    return Array.isArray(answers) && answers.every(isAnswer) ? answers : [];
  } catch {
    return [];
  }
};

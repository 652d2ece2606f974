import type { CallContext, ErrorCode, RefusalDetails } from '@hearsay/contracts';

/** One NATS message carries the calls that one turn of the event loop made to one service. */
export interface CallBatch {
  readonly calls: readonly WireCall[];
}

export interface WireCall {
  readonly id: number;
  readonly name: string;
  readonly input: unknown;
  readonly context: CallContext;
}

export type WireAnswer =
  | { readonly id: number; readonly output: unknown }
  | { readonly id: number; readonly refusal: { readonly code: ErrorCode; readonly message: string; readonly details: RefusalDetails } };

/** Calls in one message; above it the next message begins. */
export const maxCallsPerMessage = 64;

const decoder = new TextDecoder();
export const encode = (value: unknown): string => JSON.stringify(value);
export const decode = <T>(data: Uint8Array): T => JSON.parse(decoder.decode(data)) as T;

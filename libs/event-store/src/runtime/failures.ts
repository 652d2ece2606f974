import { isOutage } from './outages.js';

/**
 * No repetition in this process mends it: a key or a newer release is missing. The event is sound, so a consumer stops at it and lets
 * another process try.
 */
export class HaltingError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'HaltingError';
  }
}

/**
 * The answer of a consumer to a failure. It tries again until it succeeds (`wait`), stops at the event (`halt`), or keeps the event as
 * a dead letter after its attempts (`set-aside`).
 */
export type FailureKind = 'wait' | 'halt' | 'set-aside';

export const failureKind = (error: unknown): FailureKind => {
  if (error instanceof HaltingError || (error as { cause?: unknown } | null)?.cause instanceof HaltingError)
    return 'halt';
  return isOutage(error) ? 'wait' : 'set-aside';
};

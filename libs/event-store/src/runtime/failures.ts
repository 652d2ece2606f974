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
 * What a consumer does about a failure: `wait` and try again for as long as it takes, `halt` at the event, or `set-aside` the event as a dead
 * letter after its attempts.
 */
export type FailureKind = 'wait' | 'halt' | 'set-aside';

export const failureKind = (error: unknown): FailureKind => {
  if (error instanceof HaltingError || (error as { cause?: unknown } | null)?.cause instanceof HaltingError) return 'halt';
  return isOutage(error) ? 'wait' : 'set-aside';
};

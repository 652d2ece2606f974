import { madeRowLoader } from '@hearsay/event-store';

/** `peak` is the highest number of boosts so far, which decides reveals. */
export interface Counter {
  readonly boosts: number;
  readonly peak: number;
  readonly reposts: number;
  readonly revision: number;
  /** The lowered threshold of a question. Null if it was never lowered, so that `contents` has all thresholds. */
  readonly loweredTo: number | null;
}

export const loadCounters = madeRowLoader<Counter>(
  'counters',
  'content_id',
  'revision as version, boosts, peak, reposts, revision, lowered_to as "loweredTo"',
);

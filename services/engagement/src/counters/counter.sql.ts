import { insertingRowLoader } from '@hearsay/event-store';

/** `peak` is the highest number of boosts so far, which decides reveals. */
export interface Counter {
  readonly boosts: number;
  readonly peak: number;
  readonly reposts: number;
  readonly revision: number;
  /** The question's threshold after it was lowered. Null if it was never lowered. Then `contents` has the threshold. */
  readonly loweredTo: number | null;
}

export const loadCounters = insertingRowLoader<Counter>(
  'counters',
  'content_id',
  'revision as version, boosts, peak, reposts, revision, lowered_to as "loweredTo"',
);

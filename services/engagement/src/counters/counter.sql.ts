import { insertingRowLoader } from '@hearsay/event-store';

/** `peak` is the highest number of boosts so far. It decides whether a threshold is reached. */
export interface Counter {
  readonly boosts: number;
  readonly peak: number;
  readonly reposts: number;
  readonly revision: number;
  /** The question's lowered threshold. Null if it was never lowered, so that `contents` has the current threshold. */
  readonly loweredTo: number | null;
}

export const loadCounters = insertingRowLoader<Counter>(
  'counters',
  'content_id',
  'revision as version, boosts, peak, reposts, revision, lowered_to as "loweredTo"',
);

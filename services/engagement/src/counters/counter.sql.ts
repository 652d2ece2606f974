import { type Loaded, makeRows, rowLoader, type Transaction } from '@hearsay/event-store';

/** `peak` is the highest number of boosts and never falls. It latches reveals. */
export interface Counter {
  readonly boosts: number;
  readonly peak: number;
  readonly reposts: number;
  readonly revision: number;
}

const lockCounters = rowLoader<Counter, Counter>(
  'lock-counters',
  `select content_id as key, revision as version, boosts, peak, reposts, revision from counters
   where content_id = any($1) order by content_id for update`,
  { boosts: 0, peak: 0, reposts: 0, revision: 0 },
);

export const loadCounters = async (tx: Transaction, keys: readonly string[]): Promise<Map<string, Loaded<Counter>>> => {
  const [, loaded] = await Promise.all([makeRows(tx, 'counters', 'content_id', keys), lockCounters(tx, keys)]);
  return loaded;
};

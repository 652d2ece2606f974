import { type Loaded, plainArray, type Transaction } from '@hearsay/event-store';

/** `peak` is the highest number of boosts and never falls. It latches reveals. */
export interface Counter {
  readonly boosts: number;
  readonly peak: number;
  readonly reposts: number;
  readonly revision: number;
}

/** Inserts and locks in key order, so that two processes with the same rows cannot deadlock. */
export const loadCounters = async (tx: Transaction, keys: readonly string[]): Promise<Map<string, Loaded<Counter>>> => {
  const making = tx.query({
    name: 'make-counters',
    text: `insert into counters (content_id)
           select wanted.content_id from unnest($1::uuid[]) with ordinality as wanted (content_id, number)
           where not exists (select from counters where counters.content_id = wanted.content_id) order by wanted.number
           on conflict do nothing`,
    values: [plainArray(keys)],
  });
  const locking = tx.query<Counter & { content_id: string }>({
    name: 'lock-counters',
    text: 'select content_id, boosts, peak, reposts, revision from counters where content_id = any($1) order by content_id for update',
    values: [plainArray(keys)],
  });
  const [, { rows }] = await Promise.all([making, locking]);
  return new Map(rows.map(({ content_id, ...state }) => [content_id, { version: state.revision, state }]));
};

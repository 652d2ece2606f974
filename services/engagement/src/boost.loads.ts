import type { Loaded, Transaction } from '@hearsay/event-store';
import { type Counter, neverBoosted, type Pair } from './boost.states.js';

/** Loads pairs without a lock: the lock of their content's counter guards them. */
export const loadPairs = async (tx: Transaction, keys: readonly string[]): Promise<Map<string, Loaded<Pair>>> => {
  const known = new Map<string, Loaded<Pair>>(keys.map((key) => [key, { version: 0, state: neverBoosted }]));
  const rows = await tx.query<{ boost_id: string; is_boosted: boolean; toggle: number; version: number }>({
    name: 'load-boosts',
    text: 'select boost_id, is_boosted, toggle, version from boosts where boost_id = any($1)',
    values: [keys],
  });
  for (const row of rows.rows) {
    known.set(row.boost_id, { version: row.version, state: { isBoosted: row.is_boosted, toggle: row.toggle } });
  }
  return known;
};

/** Makes the counters that are missing, and locks all of them. */
export const loadCounters = async (tx: Transaction, keys: readonly string[]): Promise<Map<string, Loaded<Counter>>> => {
  const known = new Map<string, Loaded<Counter>>();
  const lock = async (wanted: readonly string[]) => {
    const rows = await tx.query<Counter & { content_id: string }>({
      name: 'lock-counters',
      text: 'select content_id, boosts, peak, revision from counters where content_id = any($1) order by content_id for update',
      values: [wanted],
    });
    for (const { content_id, boosts, peak, revision } of rows.rows) {
      known.set(content_id, { version: revision, state: { boosts, peak, revision } });
    }
  };
  await lock(keys);
  const missing = keys.filter((key) => !known.has(key));
  if (missing.length > 0) {
    await tx.query({
      name: 'make-counters',
      text: 'insert into counters (content_id) select unnest($1::uuid[]) on conflict do nothing',
      values: [missing],
    });
    await lock(missing);
  }
  return known;
};

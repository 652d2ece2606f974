import { type Loaded, plainArray, type Transaction } from '@hearsay/event-store';

export interface Pair {
  readonly isBoosted: boolean;
  readonly toggle: number;
}

const neverBoosted: Pair = { isBoosted: false, toggle: 0 };

/** Loads pairs without a lock. The lock of their content's counter guards them. */
export const loadPairs = async (tx: Transaction, keys: readonly string[]): Promise<Map<string, Loaded<Pair>>> => {
  const known = new Map<string, Loaded<Pair>>(keys.map((key) => [key, { version: 0, state: neverBoosted }]));
  const rows = await tx.query<{ boost_id: string; is_boosted: boolean; toggle: number; version: number }>({
    name: 'load-boosts',
    text: 'select boost_id, is_boosted, toggle, version from boosts where boost_id = any($1)',
    values: [plainArray(keys)],
  });
  for (const row of rows.rows) {
    known.set(row.boost_id, { version: row.version, state: { isBoosted: row.is_boosted, toggle: row.toggle } });
  }
  return known;
};

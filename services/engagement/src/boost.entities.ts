import type { Boosted, EventData } from '@hearsay/contracts';
import type { EntityKind, Loaded } from '@hearsay/event-store';

/** One person's boost of one content. */
export interface Pair {
  readonly isBoosted: boolean;
  readonly toggle: number;
}

/** The counters of one content. `peak` never falls: reveals are latched by it. */
export interface Counter {
  readonly boosts: number;
  readonly peak: number;
  readonly revision: number;
}

type BoostFact = EventData<typeof Boosted>;

/** Key: boost id. Its row is written by `boostRows`; missing pairs have no row until their first toggle. */
export const boostKind: EntityKind<Pair> = {
  name: 'boost',
  evolve: (_pair, event) => ({ isBoosted: event.type === 'Boosted', toggle: (event.data as BoostFact).toggle }),
  async load(tx, keys) {
    const known = new Map<string, Loaded<Pair>>();
    const lock = async (wanted: readonly string[]) => {
      const rows = await tx.query<{ boost_id: string; is_boosted: boolean; toggle: number; version: number }>({
        name: 'lock-boosts',
        text: 'select boost_id, is_boosted, toggle, version from boosts where boost_id = any($1) order by boost_id for update',
        values: [wanted],
      });
      for (const row of rows.rows) {
        known.set(row.boost_id, { version: row.version, state: { isBoosted: row.is_boosted, toggle: row.toggle } });
      }
    };
    await lock(keys);
    const missing = keys.filter((key) => !known.has(key));
    if (missing.length > 0) {
      // The placeholder is the lock: a second transaction with the same new pair waits here for the first.
      const made = await tx.query<{ boost_id: string }>({
        name: 'make-boosts',
        text: `insert into boosts (boost_id, account_id, content_id)
               select id, '00000000-0000-0000-0000-000000000000', '00000000-0000-0000-0000-000000000000' from unnest($1::uuid[]) as wanted (id)
               on conflict do nothing returning boost_id`,
        values: [missing],
      });
      for (const row of made.rows) known.set(row.boost_id, { version: 0, state: { isBoosted: false, toggle: 0 } });
      const raced = missing.filter((key) => !known.has(key));
      if (raced.length > 0) await lock(raced);
    }
    return known;
  },
};

/** Key: content id. */
export const counterKind: EntityKind<Counter> = {
  name: 'counter',
  evolve: (_counter, event) => {
    const { boostCount, boostPeak, revision } = event.data as BoostFact;
    return { boosts: boostCount, peak: boostPeak, revision };
  },
  async load(tx, keys) {
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
      await tx.query('insert into counters (content_id) select unnest($1::uuid[]) on conflict do nothing', [missing]);
      await lock(missing);
    }
    return known;
  },
};

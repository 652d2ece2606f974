import { Boosted, Unboosted } from '@hearsay/contracts';
import type { AggregateDefinition, Loaded } from '@hearsay/event-store';

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

const neverBoosted: Pair = { isBoosted: false, toggle: 0 };

type BoostEvent = typeof Boosted | typeof Unboosted;

/**
 * Key: boost id. Its row is written by `boostRows`, first at the first toggle. It needs no lock of its own: every command on a
 * pair also names the counter of its content, which is locked before (see the order of aggregates in `engagement.definition.ts`).
 */
export const boostAggregate: AggregateDefinition<Pair, BoostEvent> = {
  name: 'boost',
  events: [Boosted, Unboosted],
  evolve: (_pair, event) => ({ isBoosted: event.type === Boosted.type, toggle: event.data.toggle }),
  async load(tx, keys) {
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
  },
};

/** Key: content id. */
export const counterAggregate: AggregateDefinition<Counter, BoostEvent> = {
  name: 'counter',
  events: [Boosted, Unboosted],
  evolve: (_counter, { data }) => ({ boosts: data.boostCount, peak: data.boostPeak, revision: data.revision }),
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
      await tx.query({
        name: 'make-counters',
        text: 'insert into counters (content_id) select unnest($1::uuid[]) on conflict do nothing',
        values: [missing],
      });
      await lock(missing);
    }
    return known;
  },
};

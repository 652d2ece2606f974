import { Boosted, Unboosted } from '@hearsay/contracts';
import type { AggregateDefinition } from '@hearsay/event-store';
import { loadCounters, loadPairs } from './boost.loads.js';
import type { Counter, Pair } from './boost.states.js';

type BoostEvent = typeof Boosted | typeof Unboosted;

/**
 * Key: boost id. Its row is written by `boostRows`, first at the first toggle. It needs no lock of its own: every command on a
 * pair also names the counter of its content, which is locked before (see the order of aggregates in `engagement.definition.ts`).
 */
export const boostAggregate: AggregateDefinition<Pair, BoostEvent> = {
  name: 'boost',
  events: [Boosted, Unboosted],
  evolve: (_pair, event) => ({ isBoosted: event.type === Boosted.type, toggle: event.data.toggle }),
  load: loadPairs,
};

/** Key: content id. */
export const counterAggregate: AggregateDefinition<Counter, BoostEvent> = {
  name: 'counter',
  events: [Boosted, Unboosted],
  evolve: (_counter, { data }) => ({ boosts: data.boostCount, peak: data.boostPeak, revision: data.revision }),
  load: loadCounters,
};

import { Boosted, Unboosted } from '@hearsay/contracts';
import type { AggregateDefinition } from '@hearsay/event-store';
import { loadPairs } from './boost.loads.js';
import type { Pair } from './boost.states.js';

/**
 * Key: boost id. Its row is written by `boostRows`, first at the first toggle. It needs no lock of its own: every command on a
 * pair also names the counter of its content, which is locked before (see the order of aggregates in `engagement.definition.ts`).
 */
export const boostAggregate: AggregateDefinition<Pair, typeof Boosted | typeof Unboosted> = {
  name: 'boost',
  events: [Boosted, Unboosted],
  evolve: (_pair, event) => ({ isBoosted: event.type === Boosted.type, toggle: event.data.toggle }),
  load: loadPairs,
  sendsAtOnce: true,
};

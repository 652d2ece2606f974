import { Boosted, type EventOf, Reposted, RepostRemoved, RepostRestored, Unboosted } from '@hearsay/contracts';
import type { AggregateDefinition } from '@hearsay/event-store';
import { loadCounters } from './counter.loads.js';
import type { Counter } from './counter.states.js';

export const counterEvents = [Boosted, Unboosted, Reposted, RepostRemoved, RepostRestored] as const;
export type CounterDefinition = (typeof counterEvents)[number];

const evolve = (counter: Counter, event: EventOf<CounterDefinition>): Counter =>
  event.type === Boosted.type || event.type === Unboosted.type
    ? { ...counter, boosts: event.data.boostCount, peak: event.data.boostPeak, revision: event.data.revision }
    : { ...counter, reposts: event.data.repostCount, revision: event.data.revision };

/** Key: content id. Every event carries what it counts as it is afterwards. */
export const counterAggregate: AggregateDefinition<Counter, CounterDefinition> = {
  name: 'counter',
  events: counterEvents,
  evolve,
  load: loadCounters,
  sendsAtOnce: true,
};

import type { AggregateDefinition } from '@hearsay/event-store';
import { loadWaiting } from './waiting.loads.js';

/** Key: id of a waiting row. True while it waits: whoever pays it has locked it. */
export const waitingAggregate: AggregateDefinition<boolean> = {
  name: 'waiting-xp',
  events: [],
  evolve: (state) => state,
  load: loadWaiting,
};

import { AnonymousXpPaid } from '@hearsay/contracts';
import type { AggregateDefinition } from '@hearsay/event-store';
import { loadWaiting } from './waiting.loads.js';

/** Key: id of a waiting row. True while it waits: whoever pays it has locked it, and the next command of the batch sees that it is paid. */
export const waitingAggregate: AggregateDefinition<boolean, typeof AnonymousXpPaid> = {
  name: 'waiting-xp',
  events: [AnonymousXpPaid],
  evolve: () => false,
  load: loadWaiting,
  sendsAtOnce: true,
};

import { AccountContentHidden } from '@hearsay/contracts';
import type { AggregateDefinition } from '@hearsay/event-store';
import { loadStanding } from './standing.loads.js';
import type { Standing } from './standing.states.js';

/** Key: account id. A post and a hiding of its account wait for each other, so neither misses the other. */
export const standingAggregate: AggregateDefinition<Standing, typeof AccountContentHidden> = {
  name: 'standing',
  events: [AccountContentHidden],
  evolve: (standing, { data }) => (data.cause === 'account' ? { isDeleted: true } : standing),
  load: loadStanding,
  sendsAtOnce: true,
};

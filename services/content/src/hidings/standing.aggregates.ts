import { AccountContentHidden } from '@hearsay/contracts';
import type { AggregateDefinition } from '@hearsay/event-store';
import { loadStanding } from './standing.loads.js';
import type { Standing } from './standing.states.js';

/** Key: account id. Whoever posts and whoever hides the account wait for each other, so no post is missed by both. */
export const standingAggregate: AggregateDefinition<Standing, typeof AccountContentHidden> = {
  name: 'standing',
  events: [AccountContentHidden],
  evolve: (standing, { data }) => (data.cause === 'account' ? { isDeleted: true } : standing),
  load: loadStanding,
  sendsAtOnce: true,
};

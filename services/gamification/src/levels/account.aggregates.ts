import { LevelChanged } from '@hearsay/contracts';
import type { AggregateDefinition } from '@hearsay/event-store';
import { loadAccounts } from './account.loads.js';
import type { Account } from './account.states.js';

/** Key: account id. All events of its stream are changes of the level, so their number is its version. */
export const accountAggregate: AggregateDefinition<Account, typeof LevelChanged> = {
  name: 'account',
  events: [LevelChanged],
  evolve(account, event) {
    const { level, revision } = event.data;
    return { ...account, level, revision };
  },
  load: loadAccounts,
  sendsAtOnce: true,
};

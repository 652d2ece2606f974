import { AccountHidden, AccountShown } from '@hearsay/contracts';
import type { Reactor } from '@hearsay/event-store';
import { hideContent, showContent } from './hide-content.decider.js';
import type { HidingQueries } from './hiding.queries.js';

/** A deleted account takes its named posts along, and brings them back. */
export const hiddenAccountsReactor = (queries: HidingQueries): Reactor<typeof AccountHidden | typeof AccountShown> => ({
  kind: 'reactor',
  name: 'hidden-accounts',
  source: 'identity',
  events: [AccountHidden, AccountShown],
  async commands({ type, data: { accountId, removalId } }) {
    if (type === AccountShown.type) return [{ definition: showContent, input: { removalId, accountId } }];
    const { questions, discussions, podcasts } = await queries.counts(accountId);
    const total = questions + discussions + podcasts;
    return [{ definition: hideContent, input: { removalId, accountId, cause: 'account', total } }];
  },
});

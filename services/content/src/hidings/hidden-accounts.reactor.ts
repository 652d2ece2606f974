import { AccountHidden, AccountShown } from '@hearsay/contracts';
import type { Reactor } from '@hearsay/event-store';
import type { SealedAuthors } from '@hearsay/service-runtime';
import { hideContent, showContent } from './hide-content.decider.js';
import type { HidingQueries } from './hiding.queries.js';
import { planVanishing } from './vanishing.js';

/** With a deleted account goes all that it has posted, and comes back with it. */
export const hiddenAccountsReactor = (
  queries: HidingQueries,
  authors: SealedAuthors,
  /** Within how many seconds anonymous posts go. */
  seconds: number,
): Reactor<typeof AccountHidden | typeof AccountShown> => ({
  kind: 'reactor',
  name: 'hidden-accounts',
  source: 'identity',
  events: [AccountHidden, AccountShown],
  async commands({ type, data: { accountId, removalId }, meta }) {
    const isShown = type === AccountShown.type;
    const vanishing = planVanishing(authors, { accountId, removalId, isShown, seconds }, new Date(meta.occurredAt));
    if (isShown) return [{ definition: showContent, input: { removalId, accountId, vanishing } }];
    const { questions, discussions, podcasts } = await queries.counts(accountId);
    const total = questions + discussions + podcasts;
    return [{ definition: hideContent, input: { removalId, accountId, cause: 'account', total, vanishing } }];
  },
});

import { AccountErased, AccountHidden, AccountShown } from '@hearsay/contracts';
import type { Reactor } from '@hearsay/event-store';
import type { SealedAuthors } from '@hearsay/service-runtime';
import { sealPlan } from './anonymous-plan.js';
import { eraseAuthor, hideContent, showContent } from './hiding.decider.js';
import type { HidingQueries } from './hiding.queries.js';

/**
 * Identity calls `hideContentOf` before it appends `AccountHidden`, so this event changes something only if the hiding
 * was lost. The event lacks the person's choice for anonymous posts, so after such a loss they stay.
 */
export const hiddenAccountsReactor = (
  queries: HidingQueries,
  seals: SealedAuthors,
): Reactor<typeof AccountHidden | typeof AccountShown | typeof AccountErased> => ({
  kind: 'reactor',
  name: 'hidden-accounts',
  source: 'identity',
  events: [AccountHidden, AccountShown, AccountErased],
  async commands({ type, data: { accountId, removalId } }) {
    if (type === AccountShown.type) return [{ definition: showContent, input: { removalId, accountId } }];
    if (type === AccountErased.type) return [{ definition: eraseAuthor, input: { removalId, accountId } }];
    const { questions, discussions, podcasts } = await queries.countPosts(accountId);
    const total = questions + discussions + podcasts;
    const plan = { plan: sealPlan(seals, null), isChosen: false };
    return [{ definition: hideContent, input: { removalId, accountId, cause: 'account', total, ...plan } }];
  },
});

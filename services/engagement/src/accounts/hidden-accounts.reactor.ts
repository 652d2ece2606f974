import { AccountHidden, AccountShown } from '@hearsay/contracts';
import type { Reactor } from '@hearsay/event-store';
import { suspendFollow } from '../follows/follow.decider.js';
import type { FollowQueries } from '../follows/follow.queries.js';
import { removeReposts, restoreReposts } from '../reposts/repost.decider.js';
import type { RepostQueries } from '../reposts/repost.queries.js';

/** How many reposts one command takes away or brings back. */
const perCommand = 100;

/**
 * With a hidden account go its reposts and its follows in both directions, and they come back with it; boosts stay as counts. Whoever comes back at once
 * may be hidden and shown by one group of events: so every repost is looked at by each command, which alone knows how it stands by then.
 */
export const hiddenAccountsReactor = (
  reposts: RepostQueries,
  follows: FollowQueries,
): Reactor<typeof AccountHidden | typeof AccountShown> => ({
  kind: 'reactor',
  name: 'hidden-accounts',
  source: 'identity',
  events: [AccountHidden, AccountShown],
  async commands({ type, data: { accountId, removalId } }) {
    const isHidden = type === AccountHidden.type;
    const [pairs, refs] = await Promise.all([follows.pairsOf(accountId), reposts.everyRefOf(accountId)]);
    const definition = isHidden ? removeReposts : restoreReposts;
    const groups = Array.from({ length: Math.ceil(refs.length / perCommand) }, (_, index) =>
      refs.slice(index * perCommand, (index + 1) * perCommand),
    );
    return [
      ...pairs.map((pair) => ({ definition: suspendFollow, input: { ...pair, accountId, isHidden } })),
      ...groups.map((some) => ({ definition, input: { reposterId: accountId, removalId, reposts: some } })),
    ];
  },
});

import { contentRpc } from '@hearsay/contracts';
import { handlersOf } from '@hearsay/messaging';
import type { FeedQueries } from './feed.queries.js';
import type { LockQueries } from './lock.queries.js';
import type { ProfileQueries } from './profile.queries.js';

export const feedHandlers = (feeds: FeedQueries, profiles: ProfileQueries, locks: LockQueries) =>
  handlersOf(contentRpc, {
    feed: (input, { accountId }) => feeds.feedPage(input, accountId),
    nearlyHeard: async ({ limit, mutes }) => ({ items: await locks.nearlyHeard(limit, mutes) }),
    usualBoosts: async () => ({ boosts: await locks.medianBoosts() }),

    async profile({ accountId, before }) {
      const [lists, stats] = await Promise.all([
        profiles.profileLists(accountId, before),
        profiles.profileStats(accountId),
      ]);
      return { ...lists, stats };
    },

    postsOfPerson: async ({ accountId, kind, before }) => ({
      places: await profiles.postsOfKind(accountId, kind, before),
    }),
  });

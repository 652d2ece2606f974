import { Followed, Reposted, RepostRemoved, RepostRestored, Unfollowed } from '@hearsay/contracts';
import { newestFacts } from '@hearsay/service-runtime';
import { followKey, repostKey } from './act-keys.js';

/** Reposts and follows that were taken back: what tells of them is not shown until they are done again. */
export const undoneActsProjector = newestFacts({
  name: 'undone-acts',
  source: 'engagement',
  events: [Reposted, RepostRemoved, RepostRestored, Followed, Unfollowed],
  table: 'undone_acts',
  key: ['act_key'],
  order: 'toggle',
  rowOf({ type, data }) {
    // What was done once and never taken back needs no row.
    if (data.toggle <= 1) return null;
    const key = 'repostId' in data ? repostKey(data.repostId) : followKey(data.followerId, data.followedId);
    return { act_key: key, toggle: data.toggle, is_undone: type === RepostRemoved.type || type === Unfollowed.type };
  },
});

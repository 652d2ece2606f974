import { Followed, Reposted, RepostRemoved, RepostRestored, Unfollowed } from '@hearsay/contracts';
import { rowsProjector } from '@hearsay/service-runtime';
import { followKey, repostKey } from './act-keys.js';

/** Reposts and follows that were taken back: what tells of them is not shown until they are done again. */
export const undoneActsProjector = rowsProjector({
  name: 'undone-acts',
  source: 'engagement',
  events: [Reposted, RepostRemoved, RepostRestored, Followed, Unfollowed],
  rows: [
    {
      table: 'undone_acts',
      key: ['actKey'],
      order: 'toggle',
      rowOf({ type, data }) {
        // What was done once and never taken back needs no row.
        if (data.toggle <= 1) return false;
        const actKey = 'repostId' in data ? repostKey(data.repostId) : followKey(data.followerId, data.followedId);
        return { actKey, toggle: data.toggle, isUndone: type === RepostRemoved.type || type === Unfollowed.type };
      },
    },
  ],
});

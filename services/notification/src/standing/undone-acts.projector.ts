import { Followed, Reposted, RepostRemoved, RepostRestored, Unfollowed } from '@hearsay/contracts';
import type { Projector } from '@hearsay/event-store';
import { rowsProjector } from '@hearsay/service-runtime';
import { followKey, repostKey } from './act-keys.js';

type Act = typeof Followed | typeof Reposted | typeof RepostRemoved | typeof RepostRestored | typeof Unfollowed;

const acts: Projector<Act> = rowsProjector({
  name: 'undone-acts',
  source: 'engagement',
  events: [Reposted, RepostRemoved, RepostRestored, Followed, Unfollowed],
  rows: [
    {
      table: 'undone_acts',
      key: ['actKey'],
      order: 'toggle',
      rowOf({ type, data }) {
        // An act that was never undone needs no row.
        if (data.toggle <= 1) return false;
        const actKey = 'repostId' in data ? repostKey(data.repostId) : followKey(data.followerId, data.followedId);
        return { actKey, toggle: data.toggle, isUndone: type === RepostRemoved.type || type === Unfollowed.type };
      },
    },
  ],
});

export const undoneActsProjector: Projector<Act> = {
  ...acts,
  tables: [...acts.tables, 'undone_act_changes'],
  async apply(tx, events) {
    await acts.apply(tx, events);
    // Most events change nothing here, so the checkpoint cannot invalidate cached unread counts.
    const changes = events.filter(({ data }) => data.toggle > 1).length;
    if (changes === 0) return;
    await tx.query(
      `insert into undone_act_changes values (true, $1)
       on conflict (is_only) do update set changes = undone_act_changes.changes + excluded.changes`,
      [changes],
    );
  },
};

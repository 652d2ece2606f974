import { Followed, Reposted, RepostRemoved, RepostRestored, Unfollowed } from '@hearsay/contracts';
import { newestBy, type Projector, type StoredEvent } from '@hearsay/event-store';
import { followKey, repostKey } from './act-keys.js';

type ActDefinition =
  | typeof Reposted
  | typeof RepostRemoved
  | typeof RepostRestored
  | typeof Followed
  | typeof Unfollowed;

const factOf = ({ type, data }: StoredEvent<ActDefinition>) =>
  'repostId' in data
    ? { key: repostKey(data.repostId), toggle: data.toggle, isUndone: type === RepostRemoved.type }
    : { key: followKey(data.followerId, data.followedId), toggle: data.toggle, isUndone: type === Unfollowed.type };

/** Reposts and follows that were taken back: what tells of them is not shown until they are done again. */
export const undoneActsProjector: Projector<ActDefinition> = {
  kind: 'projector',
  name: 'undone-acts',
  source: 'engagement',
  events: [Reposted, RepostRemoved, RepostRestored, Followed, Unfollowed],
  tables: ['undone_acts'],
  async apply(tx, events) {
    const newest = newestBy(
      events.map(factOf),
      ({ key }) => key,
      ({ toggle }) => toggle,
    );
    // What was done once and never taken back needs no row.
    const facts = newest.filter(({ toggle }) => toggle > 1);
    if (facts.length === 0) return;
    await tx.query(
      `insert into undone_acts (act_key, toggle, is_undone) select * from unnest($1::text[], $2::int[], $3::boolean[])
       on conflict (act_key) do update set toggle = excluded.toggle, is_undone = excluded.is_undone
       where undone_acts.toggle < excluded.toggle`,
      [facts.map(({ key }) => key), facts.map(({ toggle }) => toggle), facts.map(({ isUndone }) => isUndone)],
    );
  },
};

import { Followed, Unfollowed } from '@hearsay/contracts';
import { newestBy, type Projector } from '@hearsay/event-store';

/** Who follows whom, for feeds of the people whom one follows. */
export const followsProjector: Projector<typeof Followed | typeof Unfollowed> = {
  kind: 'projector',
  name: 'follows',
  source: 'engagement',
  events: [Followed, Unfollowed],
  tables: ['follows'],
  async apply(tx, events) {
    const facts = newestBy(
      events,
      ({ data }) => data.followId,
      ({ data }) => data.toggle,
    );
    await tx.query(
      `insert into follows (follower_id, followed_id, is_following, toggle)
       select * from unnest($1::uuid[], $2::uuid[], $3::boolean[], $4::int[])
       on conflict (follower_id, followed_id) do update set is_following = excluded.is_following, toggle = excluded.toggle
       where follows.toggle < excluded.toggle`,
      [
        facts.map(({ data }) => data.followerId),
        facts.map(({ data }) => data.followedId),
        facts.map(({ type }) => type === Followed.type),
        facts.map(({ data }) => data.toggle),
      ],
    );
  },
};

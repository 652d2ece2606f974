import { Followed } from '@hearsay/contracts';
import { type AppendedEvent, newestBy, type ReadModel, type Transaction } from '@hearsay/event-store';
import { type FollowDefinition, followEvents } from './follow.decider.js';

type FollowEvent = AppendedEvent<FollowDefinition>;

const writeFollows = (tx: Transaction, events: readonly FollowEvent[]) =>
  tx.query({
    name: 'write-follows',
    text: `insert into follows (follow_id, follower_id, followed_id, is_following, suspended_by, toggle, version)
           select follow_id, follower_id, followed_id, is_following,
             array(select jsonb_array_elements_text(suspended_by)::uuid), toggle, version
           from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::boolean[], $5::jsonb[], $6::int[], $7::int[])
             as made (follow_id, follower_id, followed_id, is_following, suspended_by, toggle, version)
           on conflict (follow_id) do update set is_following = excluded.is_following, suspended_by = excluded.suspended_by,
             toggle = excluded.toggle, version = excluded.version`,
    values: [
      events.map(({ data }) => data.followId),
      events.map(({ data }) => data.followerId),
      events.map(({ data }) => data.followedId),
      events.map(({ type }) => type === Followed.type),
      events.map(({ data }) => JSON.stringify(data.suspendedBy)),
      events.map(({ data }) => data.toggle),
      events.map(({ version }) => version),
    ],
  });

const writeCounts = async (tx: Transaction, events: readonly FollowEvent[]): Promise<void> => {
  const followed = newestBy(events, ({ data }) => data.followedId);
  const followers = newestBy(events, ({ data }) => data.followerId);
  await tx.query({
    name: 'write-followers',
    text: `insert into follow_counts (account_id, followers) select * from unnest($1::uuid[], $2::int[])
           on conflict (account_id) do update set followers = excluded.followers`,
    values: [followed.map(({ data }) => data.followedId), followed.map(({ data }) => data.followerCount)],
  });
  await tx.query({
    name: 'write-following',
    text: `insert into follow_counts (account_id, following) select * from unnest($1::uuid[], $2::int[])
           on conflict (account_id) do update set following = excluded.following`,
    values: [followers.map(({ data }) => data.followerId), followers.map(({ data }) => data.followingCount)],
  });
};

/** Who follows whom, and how many follow each. Every event carries the counts after it. */
export const followRows: ReadModel<FollowDefinition> = {
  name: 'engagement.follows',
  events: followEvents,
  tables: ['follows', 'follow_counts'],
  async apply(tx, events) {
    await writeFollows(
      tx,
      newestBy(events, ({ data }) => data.followId),
    );
    await writeCounts(tx, events);
  },
};

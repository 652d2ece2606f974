import { Followed } from '@hearsay/contracts';
import { type ReadModel, upsertRows } from '@hearsay/event-store';
import { type FollowEventDefinition, followEvents } from './follow.decider.js';

export const followRows: ReadModel<FollowEventDefinition> = {
  name: 'engagement.follows',
  events: followEvents,
  tables: ['follows', 'follow_counts'],
  async apply(tx, events) {
    const follows = events.map(({ type, version, data }) => {
      const { followId, followerId, followedId, suspendedBy, toggle } = data;
      return { followId, followerId, followedId, isFollowing: type === Followed.type, suspendedBy, toggle, version };
    });
    await upsertRows(tx, { table: 'follows', key: ['followId'] }, follows);
    const counts = { table: 'follow_counts', key: ['accountId'] };
    const followers = events.map(({ data }) => ({ accountId: data.followedId, followers: data.followerCount }));
    const following = events.map(({ data }) => ({ accountId: data.followerId, following: data.followingCount }));
    await upsertRows(tx, counts, followers);
    await upsertRows(tx, counts, following);
  },
};

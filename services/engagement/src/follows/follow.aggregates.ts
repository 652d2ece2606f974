import { type EventOf, Followed, Unfollowed } from '@hearsay/contracts';
import type { AggregateDefinition } from '@hearsay/event-store';
import { loadFollowCounts, loadFollows } from './follow.loads.js';
import type { Follow, FollowCount } from './follow.states.js';

export const followEvents = [Followed, Unfollowed] as const;
export type FollowDefinition = (typeof followEvents)[number];

/** Key: follow id. Every command on it also names the counts of both people, which are locked before. */
export const followAggregate: AggregateDefinition<Follow, FollowDefinition> = {
  name: 'follow',
  events: followEvents,
  evolve: (_follow, { type, data }) => ({
    isFollowing: type === Followed.type,
    suspendedBy: data.suspendedBy,
    toggle: data.toggle,
  }),
  load: loadFollows,
  sendsAtOnce: true,
};

const evolveCount = (count: FollowCount, { data }: EventOf<FollowDefinition>): FollowCount =>
  count.accountId === data.followedId
    ? { ...count, followers: data.followerCount }
    : { ...count, following: data.followingCount };

/** Key: account id. */
export const followCountAggregate: AggregateDefinition<FollowCount, FollowDefinition> = {
  name: 'follow-count',
  events: followEvents,
  evolve: evolveCount,
  load: loadFollowCounts,
  sendsAtOnce: true,
};

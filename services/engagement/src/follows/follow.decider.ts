import { type EventOf, Followed, Refusal, Unfollowed } from '@hearsay/contracts';
import {
  type BatchView,
  type CommandDefinition,
  type CommandPlan,
  type NewEvent,
  newEvent,
  rowAggregate,
} from '@hearsay/event-store';
import { followIdOf } from '../pair-ids.js';
import { type FollowCount, loadFollowCounts, loadFollows } from './follow.sql.js';

export const followEvents = [Followed, Unfollowed] as const;
export type FollowEventDefinition = (typeof followEvents)[number];

/** A follow has no lock of its own. Every command first locks the counts of both people. */
export const followAggregate = rowAggregate('follow', followEvents, loadFollows, (_follow, { type, data }) => ({
  isFollowing: type === Followed.type,
  suspendedBy: data.suspendedBy,
  toggle: data.toggle,
}));

const evolveCount = (count: FollowCount, { data }: EventOf<FollowEventDefinition>): FollowCount =>
  count.accountId === data.followedId
    ? { ...count, followers: data.followerCount }
    : { ...count, following: data.followingCount };

export const followCountAggregate = rowAggregate('follow-count', followEvents, loadFollowCounts, evolveCount);

export interface FollowPair {
  readonly followerId: string;
  readonly followedId: string;
}

export interface SetFollow extends FollowPair {
  readonly isFollowing: boolean;
}

/** `accountId` is one of the two people. `isHidden` says whether this account is now hidden. */
export interface SuspendFollow extends FollowPair {
  readonly accountId: string;
  readonly isHidden: boolean;
}

const idOf = ({ followerId, followedId }: FollowPair) => followIdOf(followerId, followedId);

const planOf = (pair: FollowPair): CommandPlan => ({
  aggregates: { [followCountAggregate.name]: [pair.followerId, pair.followedId], [followAggregate.name]: [idOf(pair)] },
});

interface Change {
  readonly isFollowing: boolean;
  readonly suspendedBy: readonly string[];
  readonly isReturn: boolean;
}

const eventOf = (
  view: BatchView,
  pair: FollowPair,
  { isFollowing, suspendedBy, isReturn }: Change,
): NewEvent<FollowEventDefinition> => {
  const followId = idOf(pair);
  const before = view.state(followAggregate, followId);
  const difference = Number(isFollowing) - Number(before.isFollowing);
  const data = {
    followId,
    ...pair,
    toggle: before.toggle + 1,
    followerCount: view.state(followCountAggregate, pair.followedId).followers + difference,
    followingCount: view.state(followCountAggregate, pair.followerId).following + difference,
    suspendedBy: [...suspendedBy],
  };
  const envelope = {
    aggregate: followAggregate,
    key: followId,
    touches: [
      { aggregate: followCountAggregate, key: pair.followerId },
      { aggregate: followCountAggregate, key: pair.followedId },
    ],
  };
  return isFollowing ? newEvent(Followed, { ...data, isReturn }, envelope) : newEvent(Unfollowed, data, envelope);
};

export const setFollow: CommandDefinition<
  SetFollow,
  { isFollowing: boolean; followerCount: number },
  FollowEventDefinition
> = {
  type: 'set-follow',

  plan(pair) {
    if (pair.followerId === pair.followedId) throw new Refusal('invalid_input', 'You cannot follow yourself');
    return planOf(pair);
  },

  decide({ isFollowing, followerId, followedId }, view) {
    const pair = { followerId, followedId };
    const before = view.state(followAggregate, idOf(pair));
    const { followers } = view.state(followCountAggregate, pair.followedId);
    // An unfollow also changes a suspended follow, so that this follow is not restored with the account.
    const isSame = before.isFollowing === isFollowing && before.suspendedBy.length === 0;
    if (isSame) return { events: [], result: { isFollowing, followerCount: followers } };
    const event = eventOf(view, pair, { isFollowing, suspendedBy: [], isReturn: false });
    return { events: [event], result: { isFollowing, followerCount: event.data.followerCount } };
  },
};

/** Records that an account is hidden or visible. The follow counts only while both of its accounts are visible. */
export const suspendFollow: CommandDefinition<SuspendFollow, object, FollowEventDefinition> = {
  type: 'suspend-follow',

  plan: planOf,

  decide({ accountId, isHidden, followerId, followedId }, view) {
    const pair = { followerId, followedId };
    const { isFollowing, suspendedBy } = view.state(followAggregate, idOf(pair));
    const isWanted = isFollowing || suspendedBy.length > 0;
    if (!isWanted || suspendedBy.includes(accountId) === isHidden) return { events: [], result: {} };
    const rest = isHidden ? [...suspendedBy, accountId] : suspendedBy.filter((id) => id !== accountId);
    return {
      events: [eventOf(view, pair, { isFollowing: rest.length === 0, suspendedBy: rest, isReturn: true })],
      result: {},
    };
  },
};

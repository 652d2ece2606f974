import { type Loaded, makeRows, rowLoader, type Transaction } from '@hearsay/event-store';

export interface Follow {
  readonly isFollowing: boolean;
  /** Hidden accounts that keep the follow from counting. */
  readonly suspendedBy: readonly string[];
  readonly toggle: number;
}

/** Without a lock. The locks of both people's counts guard the follows. */
export const loadFollows = rowLoader<Follow, Follow>(
  'load-follows',
  `select follow_id as key, version, is_following as "isFollowing", suspended_by as "suspendedBy", toggle
   from follows where follow_id = any($1)`,
  { isFollowing: false, suspendedBy: [], toggle: 0 },
);

export interface FollowCount {
  readonly accountId: string;
  readonly followers: number;
  readonly following: number;
}

const lockFollowCounts = rowLoader<FollowCount>(
  'lock-follow-counts',
  `select account_id as key, 0 as version, account_id as "accountId", followers, following from follow_counts
   where account_id = any($1) order by account_id for update`,
  null,
);

export const loadFollowCounts = async (
  tx: Transaction,
  keys: readonly string[],
): Promise<Map<string, Loaded<FollowCount>>> => {
  const [, loaded] = await Promise.all([makeRows(tx, 'follow_counts', 'account_id', keys), lockFollowCounts(tx, keys)]);
  return loaded as Map<string, Loaded<FollowCount>>;
};

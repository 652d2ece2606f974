import { insertingRowLoader, rowLoader } from '@hearsay/event-store';

export interface Follow {
  readonly isFollowing: boolean;
  /** The ids of those of its two accounts that are hidden. The follow counts only if there are none. */
  readonly suspendedBy: readonly string[];
  readonly toggle: number;
}

/** Reads without a lock. The locks on the counts of both people guard the follow. */
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

export const loadFollowCounts = insertingRowLoader<FollowCount>(
  'follow_counts',
  'account_id',
  '0 as version, account_id as "accountId", followers, following',
);

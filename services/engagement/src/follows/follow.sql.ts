import type { Loaded, Transaction } from '@hearsay/event-store';

export interface Follow {
  readonly isFollowing: boolean;
  /** Hidden accounts that keep the follow from counting. */
  readonly suspendedBy: readonly string[];
  readonly toggle: number;
}

export interface FollowCount {
  readonly accountId: string;
  readonly followers: number;
  readonly following: number;
}

const neverFollowed: Follow = { isFollowing: false, suspendedBy: [], toggle: 0 };

/** Locks in key order: see `loadCounters`. */
export const loadFollowCounts = async (
  tx: Transaction,
  keys: readonly string[],
): Promise<Map<string, Loaded<FollowCount>>> => {
  const making = tx.query({
    name: 'make-follow-counts',
    text: `insert into follow_counts (account_id)
           select wanted.account_id from unnest($1::uuid[]) with ordinality as wanted (account_id, number)
           where not exists (select from follow_counts where follow_counts.account_id = wanted.account_id) order by wanted.number
           on conflict do nothing`,
    values: [keys],
  });
  const locking = tx.query<FollowCount>({
    name: 'lock-follow-counts',
    text: `select account_id as "accountId", followers, following from follow_counts where account_id = any($1) order by account_id for update`,
    values: [keys],
  });
  const [, { rows }] = await Promise.all([making, locking]);
  return new Map(rows.map((state) => [state.accountId, { version: 0, state }]));
};

/** Loads follows without a lock. The locks of both people's counts guard them. */
export const loadFollows = async (tx: Transaction, keys: readonly string[]): Promise<Map<string, Loaded<Follow>>> => {
  const known = new Map<string, Loaded<Follow>>(keys.map((key) => [key, { version: 0, state: neverFollowed }]));
  const { rows } = await tx.query<{
    id: string;
    isFollowing: boolean;
    suspendedBy: string[];
    toggle: number;
    version: number;
  }>({
    name: 'load-follows',
    text: `select follow_id as id, is_following as "isFollowing", suspended_by as "suspendedBy", toggle, version
           from follows where follow_id = any($1)`,
    values: [keys],
  });
  for (const { id, version, ...state } of rows) known.set(id, { version, state });
  return known;
};

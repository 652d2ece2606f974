import type { FollowCounts } from '@hearsay/contracts';
import type pg from 'pg';
import { followIdOf } from '../pair-ids.js';
import type { FollowPair } from './follow.decider.js';

const beforeAllIds = '00000000-0000-0000-0000-000000000000';

export class FollowQueries {
  constructor(private readonly pool: pg.Pool) {}

  /** Reads counts and the viewer's own follow in one statement, so that they come from one snapshot. */
  async followCounts(accountIds: readonly string[], viewer: string | null): Promise<FollowCounts[]> {
    const { rows } = await this.pool.query<{ id: string; followers: number; following: number; is_own: boolean }>({
      name: 'read-follow-counts',
      text: `select account_id as id, followers, following, false as is_own from follow_counts where account_id = any($1)
             union all select followed_id, 0, 0, true from follows where follow_id = any($2) and is_following`,
      values: [accountIds, viewer === null ? [] : accountIds.map((accountId) => followIdOf(viewer, accountId))],
    });
    const countOf = new Map(rows.filter((row) => !row.is_own).map((row) => [row.id, row]));
    const followed = new Set(rows.filter((row) => row.is_own).map((row) => row.id));
    return accountIds.map((accountId) => ({
      accountId,
      followerCount: countOf.get(accountId)?.followers ?? 0,
      followingCount: countOf.get(accountId)?.following ?? 0,
      isFollowing: followed.has(accountId),
    }));
  }

  async followersAmong(followedId: string, accountIds: readonly string[]): Promise<string[]> {
    const found = await this.pool.query<{ follower_id: string }>({
      name: 'followers-among',
      text: 'select follower_id from follows where follow_id = any($1) and is_following',
      values: [accountIds.map((accountId) => followIdOf(accountId, followedId))],
    });
    return found.rows.map((row) => row.follower_id);
  }

  async followedIdsOf(followerId: string, after: string | null, limit: number): Promise<string[]> {
    const found = await this.pool.query<{ followed_id: string }>({
      name: 'followed-by',
      text: `select followed_id from follows where follower_id = $1 and is_following and followed_id > $2 order by followed_id limit $3`,
      values: [followerId, after ?? beforeAllIds, limit],
    });
    return found.rows.map((row) => row.followed_id);
  }

  /** Follows of or by the account, even suspended ones. Sorted by the other person's id, above `after`. */
  async followPairsOf(
    accountId: string,
    direction: 'followers' | 'following',
    after: string | null,
    limit: number,
  ): Promise<FollowPair[]> {
    const [own, other] = direction === 'followers' ? ['followed_id', 'follower_id'] : ['follower_id', 'followed_id'];
    const found = await this.pool.query<FollowPair>({
      name: `some-${direction}`,
      text: `select follower_id as "followerId", followed_id as "followedId" from follows
             where ${own} = $1 and ${other} > $2 and (is_following or suspended_by <> '{}') order by ${other} limit $3`,
      values: [accountId, after ?? beforeAllIds, limit],
    });
    return found.rows;
  }
}

import { randomUUID } from 'node:crypto';
import { type CallContext, contentKey, engagementRpc } from '@hearsay/contracts';
import { describe, expect, it } from '@jest/globals';
import type pg from 'pg';
import type { ContentTargets } from '../contents/content-targets.js';
import { FollowQueries } from '../follows/follow.queries.js';
import { EngagementFixture } from '../tests/engagement-under-test.suite.js';
import { CountsQueries } from './counts.queries.js';

const engagement = new EngagementFixture();

const withBetween = (act: () => Promise<unknown>): pg.Pool => {
  let first: Promise<unknown> | undefined;
  const query = async (statement: pg.QueryConfig) => {
    if (!first) {
      first = engagement.pool.query(statement);
      return first;
    }
    await first;
    await act();
    return engagement.pool.query(statement);
  };
  return { query } as unknown as pg.Pool;
};

describe('own marks and the counts that include them', () => {
  it('are read at the same time: a boost and a repost', async () => {
    const [target, fan] = [engagement.targetOf('question'), randomUUID()];
    const item = { contentType: target.contentType, contentId: target.contentId };
    await engagement.boost(target, randomUUID());
    let acted: Promise<unknown> | undefined;
    const act = () => {
      acted ??= engagement.boost(target, fan, true).then(() => engagement.repost(target, fan));
      return acted;
    };
    const all = { existing: async () => new Set([contentKey(item)]) } as unknown as ContentTargets;
    const deadline = new Date(Date.now() + 60_000).toISOString();
    const context: CallContext = { accountId: fan, correlationId: randomUUID(), deadline };
    const seen = await new CountsQueries(withBetween(act), all).contentCounts([item], context);
    expect(seen).toMatchObject([{ isBoosted: false, boostCount: 1, hasReposted: false, repostCount: 0 }]);
    await act();
    const after = { isBoosted: true, boostCount: 2, hasReposted: true, repostCount: 1 };
    expect(await engagement.countsOf(target, fan)).toMatchObject(after);
  });

  it('are read at the same time: a follow', async () => {
    const [followed, fan] = [randomUUID(), randomUUID()];
    const follow = () => engagement.follow(fan, followed);
    const seen = await new FollowQueries(withBetween(follow)).counts([followed], fan);
    expect(seen).toMatchObject([{ isFollowing: false, followerCount: 0 }]);
    await follow();
    const { counts } = await engagement.service.call(engagementRpc.followCounts, { accountIds: [followed, fan] }, fan);
    expect(counts).toMatchObject([
      { accountId: followed, isFollowing: true, followerCount: 1, followingCount: 0 },
      { accountId: fan, isFollowing: false, followerCount: 0, followingCount: 1 },
    ]);
  });
});

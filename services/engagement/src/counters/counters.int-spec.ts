import { randomUUID } from 'node:crypto';
import { type CallContext, contentKey, engagementRpc } from '@hearsay/contracts';
import { overlapLoads } from '@hearsay/testing';
import { describe, expect, it } from '@jest/globals';
import type pg from 'pg';
import { boostRows } from '../boosts/boost.projection.js';
import type { ContentLookup } from '../contents/content-targets.js';
import { engagement as definition } from '../engagement.definition.js';
import { FollowQueries } from '../follows/follow.queries.js';
import { repostRows } from '../reposts/repost.projection.js';
import { useEngagement } from '../tests/engagement-under-test.suite.js';
import { counterAggregate } from './counter.aggregates.js';
import { counterRows } from './counter.projection.js';
import { CountsQueries } from './counts.queries.js';

const engagement = useEngagement();

describe('random toggles and reposts', () => {
  it('after random boosts and reposts, counters equal the rows and a replay of the log', async () => {
    const { pool } = engagement.service;
    const people = Array.from({ length: 12 }, () => randomUUID());
    const contents = Array.from({ length: 6 }, () => engagement.targetOf('question'));
    const pick = <T>(from: readonly T[]): T => from[Math.floor(Math.random() * from.length)]!;
    const removals = new Map<string, string>();
    const act = async () => {
      const [person, target] = [pick(people), pick(contents)];
      const kind = Math.random();
      if (kind < 0.35) await engagement.boost(target, person);
      else if (kind < 0.65) await engagement.repost(target, person);
      else if (kind < 0.9) await engagement.removeRepost(target, person);
      else if (kind < 0.95) {
        const removalId = randomUUID();
        removals.set(person, removalId);
        await engagement.hideRepostsOf(person, removalId);
      } else await engagement.showRepostsOf(person, removals.get(person) ?? randomUUID());
    };
    for (let round = 0; round < 12; round += 1) await Promise.allSettled(Array.from({ length: 40 }, act));

    const counted = await pool.query(
      `select c.content_id, c.boosts, c.reposts,
         (select count(*)::int from boosts b where b.content_id = c.content_id and b.is_boosted) as boost_rows,
         (select count(*)::int from reposts r where r.content_id = c.content_id and r.is_reposted) as repost_rows
       from counters c`,
    );
    expect(counted.rows.length).toBeGreaterThanOrEqual(contents.length);
    for (const row of counted.rows as Record<string, number>[]) {
      expect([row.boosts, row.reposts]).toEqual([row.boost_rows, row.repost_rows]);
    }
    // Deletes rows with revision 0, which commands insert only to lock them. A rebuild lacks such rows.
    await pool.query('delete from counters where revision = 0');
    for (const model of [boostRows, repostRows, counterRows]) await engagement.expectSameAfterRebuild(model);
  });
});

it.each([2, 3])(
  'commands lock counters in key order when another process precedes statement %i',
  async (overlapBefore) => {
    const row = { definition, aggregate: counterAggregate, table: 'counters', key: 'content_id' };
    await overlapLoads({ ...row, overlapBefore });
  },
);

const withBetween = (act: () => Promise<unknown>): pg.Pool => {
  let first: Promise<unknown> | undefined;
  const query = async (statement: pg.QueryConfig) => {
    if (!first) {
      first = engagement.service.pool.query(statement);
      return first;
    }
    await first;
    await act();
    return engagement.service.pool.query(statement);
  };
  return { query } as unknown as pg.Pool;
};

describe('the viewer’s own acts and the counts that include them', () => {
  it('a boost and a repost are read in the same snapshot as their counts', async () => {
    const [target, fan] = [engagement.targetOf('question'), randomUUID()];
    const item = { contentType: target.contentType, contentId: target.contentId };
    await engagement.boost(target, randomUUID());
    let acted: Promise<unknown> | undefined;
    const act = () => {
      acted ??= engagement.boost(target, fan, true).then(() => engagement.repost(target, fan));
      return acted;
    };
    const all = { existingKeys: async () => new Set([contentKey(item)]) } as unknown as ContentLookup;
    const deadline = new Date(Date.now() + 60_000).toISOString();
    const context: CallContext = { accountId: fan, correlationId: randomUUID(), deadline };
    const seen = await new CountsQueries(withBetween(act), all).contentCounts([item], context);
    expect(seen).toMatchObject([{ isBoosted: false, boostCount: 1, hasReposted: false, repostCount: 0 }]);
    await act();
    const after = { isBoosted: true, boostCount: 2, hasReposted: true, repostCount: 1 };
    expect(await engagement.countsOf(target, fan)).toMatchObject(after);
  });

  it('a follow is read in the same snapshot as its counts', async () => {
    const [followed, fan] = [randomUUID(), randomUUID()];
    const follow = () => engagement.follow(fan, followed);
    const seen = await new FollowQueries(withBetween(follow)).followCounts([followed], fan);
    expect(seen).toMatchObject([{ isFollowing: false, followerCount: 0 }]);
    await follow();
    const { counts } = await engagement.call(engagementRpc.followCounts, { accountIds: [followed, fan] }, fan);
    expect(counts).toMatchObject([
      { accountId: followed, isFollowing: true, followerCount: 1, followingCount: 0 },
      { accountId: fan, isFollowing: false, followerCount: 0, followingCount: 1 },
    ]);
  });
});

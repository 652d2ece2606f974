import { randomUUID } from 'node:crypto';
import { Refusal } from '@hearsay/contracts';
import { CuttingProxy, eventually } from '@hearsay/testing';
import { afterAll, describe, expect, it } from '@jest/globals';
import type pg from 'pg';
import { answerEveryTarget, useEngagement } from './tests/engagement-under-test.suite.js';

let proxy: CuttingProxy;
const engagement = useEngagement({
  contentAnswers: answerEveryTarget,
  wayToDatabase: async (url) => {
    proxy = await CuttingProxy.start(url);
    return proxy.url;
  },
});
afterAll(() => proxy.stop());

/** Toggles a boost without an idempotency key. If the toggle were applied twice, the boost would be undone. */
const toggle = (contentId: string, accountId: string = randomUUID(), withinMs = 60_000) =>
  engagement.boost({ contentType: 'question', contentId }, accountId, null, {
    deadline: new Date(Date.now() + withinMs).toISOString(),
  });
const read = (contentId: string) => engagement.countsOf({ contentType: 'question', contentId }, null);
const countEvents = (contentId: string) =>
  engagement.count(`events where data ->> 'contentId' = $1::text`, [contentId]);

// The event store's `lost-commit.int-spec` covers the other losses around a commit.
describe('a connection that silently loses messages', () => {
  it('each toggle is applied once, within seconds, if answers to a commit are lost', async () => {
    const contentId = randomUUID();
    await toggle(contentId);
    proxy.cutNext('after-commit', 'swallow');
    const results = await Promise.all(Array.from({ length: 20 }, () => toggle(contentId)));
    expect(proxy.cuts).toBe(1);
    expect(results.map((result) => result.isBoosted)).toEqual(Array(20).fill(true));
    expect([await countEvents(contentId), (await read(contentId))?.boostCount]).toEqual([21, 21]);
  });

  it('a command is refused at its deadline, and nothing is applied', async () => {
    const contentId = randomUUID();
    await toggle(contentId);
    proxy.cutNext('before-commit', 'swallow');
    const outcome = await toggle(contentId, randomUUID(), 1000).catch((error: unknown) => error);
    expect(outcome).toMatchObject({ code: 'unavailable' });
    expect(outcome).toBeInstanceOf(Refusal);
    await toggle(contentId);
    expect([await countEvents(contentId), (await read(contentId))?.boostCount]).toEqual([2, 2]);
  });

  it('reads on silent connections are answered within seconds by new connections', async () => {
    const contentId = randomUUID();
    await toggle(contentId);
    const readAtOnce = (count: number) => Promise.all(Array.from({ length: count }, () => read(contentId)));
    await eventually('eight connections', () => readAtOnce(8).then(Boolean, () => false));
    proxy.swallowAll();
    await eventually('reads are answered', () => readAtOnce(1).then(Boolean, () => false));
    expect(await read(contentId)).toMatchObject({ boostCount: 1 });
  });
});

describe('a flood of reads', () => {
  it('a boost succeeds while a flood of reads takes every connection for reads', async () => {
    const contentId = randomUUID();
    const person = randomUUID();
    await eventually('the service has recovered', () => toggle(contentId, person).then(Boolean, () => false), 60_000);
    const { pool } = engagement.service;
    const taken: pg.PoolClient[] = [];
    const reads: Promise<unknown>[] = [];
    try {
      await eventually('every connection is taken', async () => {
        const client = await pool.connect().catch(() => undefined);
        if (client) taken.push(client);
        return taken.length === pool.options.max;
      });
      expect(pool.idleCount).toBe(0);
      expect(await toggle(contentId)).toMatchObject({ isBoosted: true });
      expect(await toggle(randomUUID(), person)).toMatchObject({ isBoosted: true, boostCount: 1 });
      await eventually('reads wait for a connection', async () => {
        reads.push(pool.query('select 1').catch(() => undefined));
        return (await engagement.metric('hearsay_pool_waiting', 'pool="reads"')) > 0;
      });
      expect(await engagement.metric('hearsay_pool_connections', 'pool="reads",state="used"')).toBe(taken.length);
    } finally {
      for (const client of taken) client.release();
    }
    await Promise.all(reads);
    expect(await engagement.metric('hearsay_pool_waiting', 'pool="reads"')).toBe(0);
  });
});

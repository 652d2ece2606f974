import { randomUUID } from 'node:crypto';
import { engagementRpc, Refusal } from '@hearsay/contracts';
import { CuttingProxy, eventually } from '@hearsay/testing';
import { afterAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { contentWithAll, EngagementFixture } from './tests/engagement-under-test.suite.js';

let proxy: CuttingProxy;
let direct: pg.Pool;
// Registered before the fixture's hooks, so that the pool is closed before the database is dropped.
afterAll(() => direct.end());
const engagement = new EngagementFixture({
  contentAnswers: contentWithAll,
  wayToDatabase: async (url) => {
    direct = new pg.Pool({ connectionString: url, max: 2 });
    proxy = await CuttingProxy.start(url);
    return proxy.url;
  },
});
afterAll(() => proxy.stop());

/** Toggles without an idempotency key. A toggle that is applied twice undoes itself. */
const toggle = (contentId: string, accountId: string, context: object = {}) =>
  engagement.boost({ contentType: 'question', contentId }, accountId, null, context);
const stored = async (contentId: string) => {
  const { rows } = await direct.query<{ events: number; boosts: number }>(
    `select (select count(*)::int from events where data ->> 'contentId' = $1::text) as events,
       (select coalesce(sum(boosts), 0)::int from counters where content_id = $1::uuid) as boosts`,
    [contentId],
  );
  return rows[0];
};
const people = (count: number) => Array.from({ length: count }, () => randomUUID());

describe('a connection that silently loses what is sent', () => {
  it.each([
    ['before the commit', 'before-commit'],
    ['behind it', 'after-commit'],
  ] as const)('%s: the pipeline recovers within seconds and applies every toggle once', async (_name, cut) => {
    const contentId = randomUUID();
    await toggle(contentId, randomUUID());
    const cuts = proxy.cuts;
    proxy.cutNext(cut, 'swallow');
    const deadline = new Date(Date.now() + 60_000).toISOString();
    const results = await Promise.all(people(20).map((person) => toggle(contentId, person, { deadline })));
    expect(proxy.cuts).toBe(cuts + 1);
    expect(results.map((result) => result.isBoosted)).toEqual(Array(20).fill(true));
    expect(await stored(contentId)).toEqual({ events: 21, boosts: 21 });
  });

  it('refuses a command at its deadline and applies nothing', async () => {
    const contentId = randomUUID();
    await toggle(contentId, randomUUID());
    proxy.cutNext('before-commit', 'swallow');
    const deadline = new Date(Date.now() + 1000).toISOString();
    const outcome = await toggle(contentId, randomUUID(), { deadline }).catch((error: unknown) => error);
    expect(outcome).toMatchObject({ code: 'unavailable' });
    expect(outcome).toBeInstanceOf(Refusal);
    const patient = new Date(Date.now() + 60_000).toISOString();
    await toggle(contentId, randomUUID(), { deadline: patient });
    expect(await stored(contentId)).toEqual({ events: 2, boosts: 2 });
  });

  it('delays reads only until other connections answer, within seconds', async () => {
    const contentId = randomUUID();
    await toggle(contentId, randomUUID());
    const read = () =>
      engagement.service.call(engagementRpc.contentCounts, { items: [{ contentType: 'question', contentId }] }, null, {
        deadline: new Date(Date.now() + 60_000).toISOString(),
      });
    await eventually('eight connections', () =>
      Promise.all(Array.from({ length: 8 }, read)).then(Boolean, () => false),
    );
    proxy.swallowAll();
    await eventually('reads are answered', () => read().then(Boolean, () => false));
    expect((await read()).counts).toMatchObject([{ boostCount: 1 }]);
  });
});

describe('a flood of reads', () => {
  it('does not stop a boost when it takes every connection for reads', async () => {
    const contentId = randomUUID();
    const person = randomUUID();
    await eventually('the service has recovered', () => toggle(contentId, person).then(Boolean, () => false), 60_000);
    const { pool } = engagement;
    const taken: pg.PoolClient[] = [];
    try {
      await eventually('every connection is taken', async () => {
        const client = await pool.connect().catch(() => undefined);
        if (client) taken.push(client);
        return taken.length === pool.options.max;
      });
      expect(pool.idleCount).toBe(0);
      const known = await toggle(contentId, randomUUID());
      expect(known).toMatchObject({ isBoosted: true });
      expect(await toggle(randomUUID(), person)).toMatchObject({ isBoosted: true, boostCount: 1 });
    } finally {
      for (const client of taken) client.release();
    }
  });
});

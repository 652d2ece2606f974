import { randomUUID } from 'node:crypto';
import { AccountErased } from '@hearsay/contracts';
import { accountFact, eventually } from '@hearsay/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { contentWithAll, EngagementFixture } from './tests/engagement-under-test.suite.js';

let owner: pg.Client;
// Registered before the fixture's hooks, so that the client is closed before the database is dropped.
afterAll(() => owner.end());
// `wayToDatabase` keeps the product's short timeouts, because a scrape waits for a connection too.
const engagement = new EngagementFixture({ contentAnswers: contentWithAll, wayToDatabase: async (url) => url });
beforeAll(async () => {
  owner = new pg.Client({ connectionString: engagement.service.database.ownerUrl });
  await owner.connect();
});

const figure = async (name: string, label = ''): Promise<number> => {
  const text = await (await fetch(`http://127.0.0.1:${engagement.service.service.healthPort}/metrics`)).text();
  const line = text.split('\n').find((one) => one.startsWith(`${name}{`) && one.includes(label));
  return Number(line?.split(' ').at(-1) ?? 0);
};
const item = () => ({ contentType: 'question' as const, contentId: randomUUID() });
const hold = async (table: string): Promise<() => Promise<void>> => {
  await owner.query('begin');
  await owner.query(`lock table ${table} in share row exclusive mode`);
  return async () => void (await owner.query('rollback'));
};

describe('the metrics', () => {
  it('show callers that wait for a database connection, and then none', async () => {
    const { pool } = engagement;
    const taken = await Promise.all(Array.from({ length: pool.options.max ?? 10 }, () => pool.connect()));
    const reads: Promise<unknown>[] = [];
    try {
      await eventually('reads wait for a connection', async () => {
        reads.push(pool.query('select 1').catch(() => undefined));
        return (await figure('hearsay_pool_waiting', 'pool="reads"')) > 0;
      });
      expect(await figure('hearsay_pool_connections', 'pool="reads",state="used"')).toBe(taken.length);
    } finally {
      for (const client of taken) client.release();
    }
    await Promise.all(reads);
    expect(await figure('hearsay_pool_waiting', 'pool="reads"')).toBe(0);
  });

  it('show how many commands wait for a batch, and then none', async () => {
    const letGo = await hold('boosts');
    const boosts: Promise<unknown>[] = [];
    await eventually('commands queue behind the first batch', async () => {
      const boost = engagement.boost(item(), randomUUID(), true);
      boosts.push(boost.catch(() => undefined));
      return (await figure('hearsay_pipeline_queue_commands')) > 0;
    });
    await letGo();
    await Promise.all(boosts);
    await eventually('the queue is empty', async () => (await figure('hearsay_pipeline_queue_commands')) === 0);
    await eventually('batches have been counted', async () => (await figure('hearsay_batch_commands_count')) > 0);
  });

  it('show by how many events a consumer is behind, and then zero', async () => {
    const consumer = 'consumer="accounts"';
    const fact = () => accountFact(AccountErased, randomUUID());
    await engagement.identity.publish(fact());
    // The consumer must read its checkpoint before the test locks the table. Without a checkpoint it reports no lag.
    await engagement.service.settled(engagement.identity);
    const letGo = await hold('consumer_checkpoints');
    await engagement.identity.publish(fact(), fact(), fact());
    await eventually('the consumer is behind', async () => (await figure('hearsay_consumer_lag_events', consumer)) > 0);
    await letGo();
    await eventually('it has caught up', async () => (await figure('hearsay_consumer_lag_events', consumer)) === 0);
  });
});

import { eventually, startOwnPostgres } from '@hearsay/testing';
import { afterAll, beforeAll, describe, it } from '@jest/globals';
import type pg from 'pg';
import { createPool } from './database.js';
import { createLogger } from './logger.js';
import { createMetrics, type Metrics } from './metrics.js';

describe('the age of the oldest transaction', () => {
  let server: Awaited<ReturnType<typeof startOwnPostgres>>;
  let pool: pg.Pool;
  let gauge: ReturnType<Metrics['watchHorizon']>;
  beforeAll(async () => {
    server = await startOwnPostgres();
    const log = createLogger({ service: 'of-the-test', level: 'silent' });
    pool = createPool({ url: server.adminUrl, service: 'of-the-test', max: 4, log });
    gauge = createMetrics('example').watchHorizon(pool);
  });
  afterAll(async () => {
    await pool.end();
    await server.stop();
  });
  const seen = async () => (await gauge.get()).values[0]?.value ?? 0;
  const begin = async () => {
    const client = await pool.connect();
    await client.query('begin; select pg_current_xact_id()');
    return {
      commit: async () => {
        await client.query('commit');
        client.release();
      },
    };
  };

  it('the age is the time for which a transaction has run, and zero after its end', async () => {
    const slow = await begin();
    await (await begin()).commit();
    await eventually('it has been seen', async () => (await seen()) > 0);
    const before = await seen();
    await (await begin()).commit();
    await eventually('it grows', async () => (await seen()) > before);
    await slow.commit();
    await eventually('nothing runs any more', async () => (await seen()) === 0);
  });
});

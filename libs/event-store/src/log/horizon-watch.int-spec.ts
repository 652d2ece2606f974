import { eventually, startOwnPostgres } from '@hearsay/testing';
import { afterAll, beforeAll, describe, it } from '@jest/globals';
import type pg from 'pg';
import { createPool } from '../suite/world.suite.js';
import { watchHorizon } from './horizon-watch.js';

describe('the watch of the oldest transaction', () => {
  let server: Awaited<ReturnType<typeof startOwnPostgres>>;
  let pool: pg.Pool;
  let watch: ReturnType<typeof watchHorizon>;
  const seen: number[] = [];
  beforeAll(async () => {
    server = await startOwnPostgres();
    pool = createPool(server.adminUrl);
    watch = watchHorizon({ pool, metrics: { oldestXmin: { set: (seconds) => void seen.push(seconds) } }, everyMs: 5 });
  });
  afterAll(async () => {
    await watch.stop();
    await pool.end();
    await server.stop();
  });
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

  it('shows how long one has held others back, and zero afterwards', async () => {
    const slow = await begin();
    await (await begin()).commit();
    await eventually('it has been seen', () => (seen.at(-1) ?? 0) > 0);
    const before = seen.at(-1)!;
    await (await begin()).commit();
    await eventually('it grows', () => seen.at(-1)! > before);
    await slow.commit();
    await eventually('nothing runs any more', () => seen.at(-1) === 0);
  });
});

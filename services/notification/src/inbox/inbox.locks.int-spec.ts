import { migrationsOf } from '@hearsay/service-runtime';
import { createTestDatabase, eventually, type TestDatabase } from '@hearsay/testing';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { notification } from '../notification.definition.js';
import { inboxAggregate } from './inbox.aggregates.js';

let database: TestDatabase;
let pool: pg.Pool;
beforeEach(async () => {
  database = await createTestDatabase({ schemas: migrationsOf(notification).map(({ sql }) => sql) });
  pool = new pg.Pool({ connectionString: database.url, max: 4 });
});
afterEach(async () => {
  await pool.end();
  await database.drop();
});

const first = '01970000-0000-7000-8000-000000000001';
const second = '01970000-0000-7000-8000-000000000002';

describe('inboxes that are made and locked by two processes at once', () => {
  it.each([2, 3])('are taken in one order, also when the other process comes before statement %i', async (overlapBefore) => {
    const [one, other, third] = await Promise.all([pool.connect(), pool.connect(), pool.connect()]);
    const done: string[] = [];
    /** Takes both inboxes; `before` runs ahead of the statement of this number. */
    const take = async (name: string, client: pg.PoolClient, before: (statement: number) => Promise<void>) => {
      let statement = 0;
      const query = async (config: pg.QueryConfig) => {
        statement += 1;
        await before(statement);
        return client.query(config);
      };
      await client.query('begin');
      await inboxAggregate.load({ query } as never, [first, second]);
      await client.query('commit');
      done.push(name);
    };
    const isWaiting = async () => {
      const { rows } = await third.query<{ waiting: number }>(
        `select count(*)::int as waiting from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      );
      return rows[0]!.waiting > 0;
    };
    let overlapping: Promise<void> | undefined;
    try {
      await take('one', one, async (statement) => {
        if (statement === 2) {
          // Behind the look at what is there somebody makes one of the two, unless it is being made already.
          await third.query(`set lock_timeout = '200ms'`);
          await third.query('insert into inboxes (inbox) values ($1) on conflict do nothing', [second]).catch(() => undefined);
        }
        if (statement !== overlapBefore) return;
        overlapping = take('other', other, () => Promise.resolve());
        await eventually('the other process waits for a row, or has both', async () => (await isWaiting()) || done.includes('other'));
      });
      await overlapping;
      expect(done).toContain('one');
    } finally {
      for (const client of [one, other, third]) client.release(true);
    }
  });
});

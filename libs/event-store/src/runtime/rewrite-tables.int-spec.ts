import { createTestDatabase, eventually, type TestDatabase } from '@hearsay/testing';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { ownerConnection } from './owner-connection.js';
import { rewriteTables } from './rewrite-tables.js';

const answerWithinMs = 500;

describe('tables that are written anew', () => {
  let database: TestDatabase;
  let owner: pg.Pool;
  let other: pg.Client;
  let reader: pg.Client;
  beforeEach(async () => {
    database = await createTestDatabase();
    owner = new pg.Pool({ ...ownerConnection(database.ownerUrl, { name: 'upgrade', answerWithinMs }), max: 1 });
    owner.on('error', () => undefined);
    other = new pg.Client({ connectionString: database.ownerUrl });
    reader = new pg.Client({ connectionString: database.ownerUrl });
    await Promise.all([other.connect(), reader.connect()]);
    await other.query('create table a (n int); create table b (n int)');
  });
  afterEach(async () => {
    await Promise.all([other.end(), reader.end()]);
    await owner.end();
    await database.drop();
  });

  const files = async () =>
    (await other.query<{ a: string; b: string }>(`select pg_relation_filepath('a') as a, pg_relation_filepath('b') as b`)).rows[0]!;

  it('may take longer than any other statement of an upgrade', async () => {
    const before = await files();
    await reader.query('begin; lock table a in access share mode');
    const rewriting = rewriteTables(owner, ['a', 'b']).then(
      () => 'done',
      (error: Error) => error.message,
    );
    await eventually('it has waited for twice the time of a statement', async () => {
      const { rows } = await other.query(
        `select 1 from pg_stat_activity where datname = current_database() and application_name = 'upgrade' and wait_event_type = 'Lock'
           and clock_timestamp() - query_start > make_interval(secs => $1)`,
        [(2 * answerWithinMs) / 1000],
      );
      return rows.length > 0;
    });
    await reader.query('commit');
    expect(await rewriting).toBe('done');
    const after = await files();
    expect([after.a === before.a, after.b === before.b]).toEqual([false, false]);
  });
});

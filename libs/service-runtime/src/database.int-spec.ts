import { inTransaction, Locks, ownerConnection } from '@hearsay/event-store';
import { createTestDatabase, type TestDatabase } from '@hearsay/testing';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { checkDatabase, createPool, warnOfFewConnections } from './database.js';
import { createLogger } from './logger.js';

const log = createLogger({ service: 'of-the-test', level: 'silent' });

let database: TestDatabase;
let owner: pg.Client;
beforeAll(async () => {
  database = await createTestDatabase({
    schemas: [
      'create table rows (n int); create table events (n int); grant insert on rows to {role}; grant select on events to {role}',
    ],
  });
  owner = new pg.Client({ connectionString: database.ownerUrl });
  await owner.connect();
});
afterAll(async () => {
  await owner.end();
  await database.drop();
});

const setDefault = (setting: string, value: string) =>
  owner.query(`alter database ${pg.escapeIdentifier(database.role)} set ${setting} = ${pg.escapeLiteral(value)}`);
const poolOf = (url: string) => createPool({ url, service: 'of-the-test', max: 1, log, connectWithinMs: 60_000 });

describe('a session of a database with other defaults', () => {
  /** [setting, value in the database, value in the session] */
  const settings = [
    ['DateStyle', 'German, DMY', 'ISO, MDY'],
    ['IntervalStyle', 'iso_8601', 'postgres'],
    ['TimeZone', 'Asia/Kolkata', 'UTC'],
    ['extra_float_digits', '-15', '1'],
    ['bytea_output', 'escape', 'hex'],
    ['default_transaction_isolation', 'serializable', 'read committed'],
  ] as const;
  beforeAll(async () => {
    for (const [setting, value] of settings) await setDefault(setting, value);
  });
  afterAll(() => owner.query(`alter database ${pg.escapeIdentifier(database.role)} reset all`));

  const expected = Object.fromEntries(settings.map(([setting, , value]) => [setting, value]));
  const settingsOf = async (client: Pick<pg.ClientBase, 'query'>) => {
    const select = settings.map(([setting]) => `current_setting('${setting}') as "${setting}"`).join(', ');
    return (await client.query<Record<string, string>>(`select ${select}`)).rows[0];
  };

  it('a session of a pool has our settings, also with options in its URL', async () => {
    const url = new URL(database.url);
    url.searchParams.set('options', '-c search_path=pg_catalog,public -c DateStyle=SQL');
    for (const each of [database.url, url.href]) {
      const pool = poolOf(each);
      expect(await settingsOf(pool)).toEqual(expected);
      const { rows } = await pool.query<{ path: string }>("select current_setting('search_path') as path");
      expect(rows[0]?.path === 'pg_catalog,public').toBe(each === url.href);
      await pool.end();
    }
  });

  it('the connection of locks, which the relay uses too, has our settings', async () => {
    const pool = poolOf(database.url);
    const locks = new Locks(pool, log);
    const hold = await locks.hold('relay', new AbortController().signal);
    expect(await settingsOf(hold!.client as pg.ClientBase)).toEqual(expected);
    await locks.close();
    await pool.end();
  });

  it('the connection of migrations and rebuilds has our settings', async () => {
    const client = new pg.Client(ownerConnection(database.ownerUrl, { name: 'of-the-test', answerWithinMs: 60_000 }));
    await client.connect();
    expect(await settingsOf(client)).toEqual(expected);
    await client.end();
  });
});

describe('a connection opened while the server was read-only', () => {
  let pool: pg.Pool;
  beforeEach(async () => {
    await setDefault('default_transaction_read_only', 'on');
    pool = poolOf(database.url);
    await pool.query('select 1');
    await setDefault('default_transaction_read_only', 'off');
  });
  afterEach(() => pool.end());

  const insert = () => inTransaction(pool, (tx) => tx.query('insert into rows (n) values (1)'));

  it('a connection to a read-only server is removed when a write fails on it', async () => {
    await expect(insert()).rejects.toMatchObject({ code: '25006' });
    expect(await insert()).toMatchObject({ rowCount: 1 });
  });

  it('a connection to a read-only server is removed by the readiness check', async () => {
    const check = () => checkDatabase({ pipelinePool: pool, pool });
    await expect(check()).rejects.toMatchObject({ code: '25006' });
    await check();
    expect(await insert()).toMatchObject({ rowCount: 1 });
  });
});

it('a warning is logged at the start if the server allows too few connections', async () => {
  const pool = poolOf(database.url);
  const { rows } = await pool.query<{ most: number }>("select current_setting('max_connections')::int as most");
  const most = rows[0]?.most ?? 0;
  const lines: [object, string][] = [];
  const teller = createLogger({ service: 'of-the-test', level: 'silent' });
  teller.warn = (details: object, text?: string) => void lines.push([details, String(text)]);
  await warnOfFewConnections(pool, 1, teller);
  expect(lines).toEqual([]);
  await warnOfFewConnections(pool, most, teller);
  expect(lines).toEqual([
    [
      { server: 'PostgreSQL', variable: 'DATABASE_URL', allowed: expect.any(Number), wanted: most },
      expect.stringMatching(
        / lets in \d+ connections, and this process may open \d+\. Raise max_connections, or lower DATABASE_POOL_SIZE\.$/,
      ),
    ],
  ]);
  await pool.end();
});

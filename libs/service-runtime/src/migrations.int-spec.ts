import type { Migration } from '@hearsay/event-store';
import { CuttingProxy, createTestDatabase, eventually, onDatabase, type TestDatabase } from '@hearsay/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { runMigrations } from './migrations.js';

let database: TestDatabase;
const made: TestDatabase[] = [];
const createDatabase = async () => {
  const created = await createTestDatabase();
  made.push(created);
  return created;
};
beforeAll(async () => {
  database = await createDatabase();
});
afterAll(() => Promise.all(made.map((created) => created.drop())));

const first = { name: '0001-things', sql: 'create table things (id int); grant select, insert on things to {role};' };
const second = { name: '0002-more', sql: 'alter table things add column name text;' };
const slow = { name: '0003-slow', sql: 'create table slow (id int); select pg_advisory_xact_lock(6);' };
const runIn = ({ ownerUrl, role }: TestDatabase, ...migrations: Migration[]) =>
  runMigrations({ ownerUrl, role, migrations });
const run = (...migrations: Migration[]) => runIn(database, ...migrations);

const tableNamed = (url: string, name: string) =>
  onDatabase(
    url,
    async (owner) =>
      (await owner.query<{ found: string | null }>('select to_regclass($1) as found', [name])).rows[0]?.found,
  );

describe('migrations', () => {
  it('migrations run once each, in order, also with two concurrent runs', async () => {
    const [one, two] = await Promise.all([run(first, second), run(first, second)]);
    expect([...one, ...two]).toEqual(['0001-things', '0002-more']);
    expect(await run(first, second)).toEqual([]);
  });

  it('a failed migration changes nothing', async () => {
    await expect(
      run(first, second, { name: '0003-broken', sql: 'create table half (id int); select nothing_like_this();' }),
    ).rejects.toThrow('0003-broken');
    expect(await tableNamed(database.ownerUrl, 'half')).toBeNull();
  });

  it('migrations refuse a database of another checkout, with advice in the error', async () => {
    const other = await createDatabase();
    await runIn(
      other,
      ...['0001-log', '0002-questions', '0003-replies', '0004-places'].map((name) => ({ name, sql: '' })),
    );
    const contents = { name: '0001-content', sql: 'create table contents (id int)' };
    const refused = runIn(other, { name: '0001-log', sql: '' }, contents);
    await expect(refused).rejects.toThrow('does not know (0002-questions, 0003-replies, 0004-places)');
    await expect(refused).rejects.toThrow('npm start -- --reset');
    expect(await tableNamed(other.ownerUrl, 'contents')).toBeNull();
  });

  it('migrations refuse a database that ran another version of a file, with advice', async () => {
    const refused = run(first, { ...second, sql: 'alter table things add column names text;' });
    await expect(refused).rejects.toThrow('migrations that it has run are different now (0002-more)');
    await expect(refused).rejects.toThrow('npm start -- --reset');
    expect(await run(first, second)).toEqual([]);
  });

  it('migrations refuse a database without checksums', async () => {
    const old = await createDatabase();
    await onDatabase(old.ownerUrl, (owner) =>
      owner.query(`create table schema_migrations (name text primary key, ran_at timestamptz not null default now());
        insert into schema_migrations (name) values ('0001-things')`),
    );
    await expect(runIn(old, first)).rejects.toThrow('npm start -- --reset');
  });

  it('a run before a rollout skips contract migrations, and does not block writers', async () => {
    const other = await createDatabase();
    const migrations = [
      first,
      { name: '0002-more.expand', sql: 'create index concurrently if not exists things_id on things (id)' },
      { name: '0003-less.contract', sql: 'alter table things drop column id' },
    ];
    const options = { ownerUrl: other.ownerUrl, role: other.role, migrations };
    expect(await runMigrations({ ...options, phase: 'expand' })).toEqual(['0001-things', '0002-more.expand']);
    expect(await runMigrations(options)).toEqual(['0003-less.contract']);
  });

  it('migrations rebuild an index that an earlier run left unfinished', async () => {
    const other = await createDatabase();
    const unique = {
      name: '0002-unique.expand',
      sql: 'create unique index concurrently if not exists i on things (id)',
    };
    const twice = { ...first, sql: `${first.sql} insert into things values (1), (1)` };
    await expect(runIn(other, twice, unique)).rejects.toThrow('0002-unique.expand');
    await onDatabase(other.ownerUrl, async (owner) => {
      await owner.query('truncate things');
      expect(await runIn(other, twice, unique)).toEqual(['0002-unique.expand']);
      await owner.query('insert into things values (1)');
      await expect(owner.query('insert into things values (1)')).rejects.toThrow('duplicate key');
      const { rows } = await owner.query("select indisvalid from pg_index where indexrelid = 'i'::regclass");
      expect(rows).toEqual([{ indisvalid: true }]);
    });
  });

  it('a migration fails in time on a silent connection, and continues later', async () => {
    const proxy = await CuttingProxy.start(database.ownerUrl);
    const observer = new pg.Client({ connectionString: database.ownerUrl });
    await observer.connect();
    await observer.query('select pg_advisory_lock(6)');
    const failing = runMigrations({
      ownerUrl: proxy.url,
      role: database.role,
      migrations: [first, second, slow],
      answerWithinMs: 3000,
    }).then(
      () => 'done',
      (error: Error) => error.message,
    );
    await eventually('the statement runs', async () => {
      const { rows } = await observer.query(
        "select 1 from pg_stat_activity where application_name = 'migrations' and query like '%pg_advisory_xact_lock%' and wait_event_type = 'Lock'",
      );
      return rows.length === 1;
    });
    proxy.swallowAll();
    expect(await failing).toContain('0003-slow');
    // A real server would drop its end of the connection after seconds. In this test the stop of the proxy drops it.
    await proxy.stop();
    await observer.query('select pg_advisory_unlock(6)');
    expect(await run(first, second, slow)).toEqual(['0003-slow']);
    await observer.end();
  });

  it('a migration that waits for a lock blocks no readers, and runs when it is free', async () => {
    const holder = new pg.Client({ connectionString: database.url });
    const reader = new pg.Client({ connectionString: database.url });
    await Promise.all([holder.connect(), reader.connect()]);
    await holder.query('begin; select * from things');
    const running = run(first, second, slow, { name: '0004-locks', sql: 'alter table things add column place text;' });
    await eventually('the migration waits for its lock', async () => {
      const { rows } = await holder.query("select 1 from pg_locks where relation = 'things'::regclass and not granted");
      return rows.length === 1;
    });
    expect((await reader.query('select count(*)::int as count from things')).rows[0]).toEqual({
      count: expect.any(Number),
    });
    await holder.query('commit');
    expect(await running).toEqual(['0004-locks']);
    await Promise.all([holder.end(), reader.end()]);
  });

  it('migrations use another schema if the URLs have a search path', async () => {
    const withPath = (text: string) => {
      const url = new URL(text);
      url.searchParams.set('options', '-c search_path=own');
      return url.href;
    };
    await onDatabase(database.ownerUrl, (owner) => owner.query('create schema own'));
    await runMigrations({ ownerUrl: withPath(database.ownerUrl), role: database.role, migrations: [first] });
    const { rows } = await onDatabase(withPath(database.url), (service) => service.query('select 1 from things'));
    expect(rows).toEqual([]);
  });

  it('migrations let the service read and write rows, but not create tables', async () => {
    await onDatabase(database.url, async (service) => {
      await service.query(`insert into things values (1, 'one')`);
      await expect(service.query('drop table things')).rejects.toThrow('must be owner');
      await expect(service.query('delete from things')).rejects.toThrow('permission denied');
    });
  });
});

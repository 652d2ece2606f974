import { CuttingProxy, createTestDatabase, eventually, type TestDatabase } from '@hearsay/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { type Migration, runMigrations } from './migrations.js';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const first = { name: '0001-things', sql: 'create table things (id int); grant select, insert on things to {role};' };
const second = { name: '0002-more', sql: 'alter table things add column name text;' };
const run = (...migrations: Migration[]) => runMigrations({ ownerUrl: database.ownerUrl, role: database.role, migrations });

describe('migrations', () => {
  it('run once each, in order, also when two runs begin together', async () => {
    const [one, two] = await Promise.all([run(first, second), run(first, second)]);
    expect([...one, ...two]).toEqual(['0001-things', '0002-more']);
    expect(await run(first, second)).toEqual([]);
  });

  it('leave nothing behind when they fail', async () => {
    await expect(
      run(first, second, { name: '0003-broken', sql: 'create table half (id int); select nothing_like_this();' }),
    ).rejects.toThrow('0003-broken');
    const owner = new pg.Client({ connectionString: database.ownerUrl });
    await owner.connect();
    expect((await owner.query(`select to_regclass('half') as half`)).rows[0]).toEqual({ half: null });
    await owner.end();
  });

  it('of many rows commit in chunks and, when killed in between, go on with what is left', async () => {
    const owner = new pg.Client({ connectionString: database.ownerUrl });
    await owner.connect();
    const rows = {
      name: '0004-rows',
      sql: `
        create table facts (id int primary key, is_new boolean not null default false, changed_in xid8);
        insert into facts select generate_series(1, 10);
        create table deadly (id int primary key);
        insert into deadly values (6);
        -- Ends the connection that comes to a deadly row, as a kill would.
        create function die() returns trigger language plpgsql as $$
        begin
          if exists (select 1 from deadly where id = new.id) then perform pg_terminate_backend(pg_backend_pid()); end if;
          return new;
        end $$;
        create trigger die before update on facts for each row execute function die();`,
    };
    const chunked = {
      name: '0005-in-chunks',
      isInChunks: true,
      sql: `update facts set is_new = true, changed_in = pg_current_xact_id()
              where id in (select id from facts where not is_new order by id limit 3)`,
    };
    const changed = async () =>
      (await owner.query<{ id: number }>('select id from facts where is_new order by id')).rows.map(({ id }) => id);
    await expect(run(first, second, rows, chunked)).rejects.toThrow('0005-in-chunks');
    expect(await changed()).toEqual([1, 2, 3]);

    await owner.query('delete from deadly');
    expect(await run(first, second, rows, chunked)).toEqual(['0005-in-chunks']);
    expect(await changed()).toHaveLength(10);
    const chunks = await owner.query('select count(*)::int as rows from facts group by changed_in order by min(id)');
    expect(chunks.rows).toEqual([{ rows: 3 }, { rows: 3 }, { rows: 3 }, { rows: 1 }]);
    expect(await run(first, second, rows, chunked)).toEqual([]);
    await owner.end();
  });

  it('fail within their time on a connection that swallows what is sent, and go on where they were', async () => {
    const proxy = await CuttingProxy.start(database.ownerUrl);
    const observer = new pg.Client({ connectionString: database.ownerUrl });
    await observer.connect();
    const slow = { name: '0006-slow', sql: 'create table slow (id int); select pg_advisory_xact_lock(6);' };
    // It runs for as long as the test wants it to.
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
    expect(await failing).toContain('0006-slow');
    // The far end of such a connection is ended by its server in seconds; here it is ended with the proxy.
    await proxy.stop();
    await observer.query('select pg_advisory_unlock(6)');
    expect(await run(first, second, slow)).toEqual(['0006-slow']);
    await observer.end();
  });

  it('let readers pass while they wait for a lock, and run when it is free', async () => {
    const holder = new pg.Client({ connectionString: database.url });
    const reader = new pg.Client({ connectionString: database.url });
    await Promise.all([holder.connect(), reader.connect()]);
    await holder.query('begin; select * from things');
    const running = run(first, second, { name: '0007-locks', sql: 'alter table things add column place text;' });
    await eventually('the migration waits for its lock', async () => {
      const { rows } = await holder.query("select 1 from pg_locks where relation = 'things'::regclass and not granted");
      return rows.length === 1;
    });
    // Queued behind the migration, and answered while the lock is still held.
    expect((await reader.query('select count(*)::int as count from things')).rows[0]).toEqual({ count: expect.any(Number) });
    await holder.query('commit');
    expect(await running).toEqual(['0007-locks']);
    await Promise.all([holder.end(), reader.end()]);
  });

  it('give the service the use of a schema of its own, by the search path of the URLs', async () => {
    const withPath = (text: string) => {
      const url = new URL(text);
      url.searchParams.set('options', '-c search_path=own');
      return url.href;
    };
    const owner = new pg.Client({ connectionString: database.ownerUrl });
    await owner.connect();
    await owner.query('create schema own');
    await owner.end();
    await runMigrations({ ownerUrl: withPath(database.ownerUrl), role: database.role, migrations: [first] });
    const service = new pg.Client({ connectionString: withPath(database.url) });
    await service.connect();
    expect((await service.query('select count(*)::int as count from things')).rows).toEqual([{ count: 0 }]);
    await service.end();
  });

  it('give the service rows and no tables', async () => {
    const service = new pg.Client({ connectionString: database.url });
    await service.connect();
    await service.query(`insert into things values (1, 'one')`);
    await expect(service.query('drop table things')).rejects.toThrow('must be owner');
    await expect(service.query('delete from things')).rejects.toThrow('permission denied');
    await service.end();
  });
});

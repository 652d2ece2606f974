import { createTestDatabase, type TestDatabase } from '@hearsay/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { runMigrations } from './migrations.js';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const first = { name: '0001-things', sql: 'create table things (id int); grant select, insert on things to {role};' };
const second = { name: '0002-more', sql: 'alter table things add column name text;' };
const run = (...migrations: { name: string; sql: string }[]) =>
  runMigrations({ ownerUrl: database.ownerUrl, role: database.role, migrations });

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

  it('give the service rows and no tables', async () => {
    const service = new pg.Client({ connectionString: database.url });
    await service.connect();
    await service.query(`insert into things values (1, 'one')`);
    await expect(service.query('drop table things')).rejects.toThrow('must be owner');
    await expect(service.query('delete from things')).rejects.toThrow('permission denied');
    await service.end();
  });
});

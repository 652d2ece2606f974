import { describe, expect, it, test } from '@jest/globals';
import { changedMigrations, migrationProblems, migrationsAfterRelease } from './migrations.ts';

describe('a migration before a rollout', () => {
  test.each([
    ['an index that blocks writers', 'create index i on t (c)', 'require-concurrent-index-creation'],
    ['a default that rewrites the table', 'alter table t add column c uuid default gen_random_uuid()', 'adding-field'],
    ['a type that rewrites the table', 'alter table t alter column c type bigint', 'changing-column-type'],
    ['a check that reads the table under a lock', 'alter table t add constraint n check (c > 0)', 'not-valid'],
    ['a dropped table', 'drop table t', 'ban-drop-table'],
    ['a dropped column', 'alter table t drop column c', 'ban-drop-column'],
    ['a renamed column', 'alter table t rename column c to d', 'renaming-column'],
  ])('a migration before a rollout may not contain %s', (_, sql, rule) => {
    expect(migrationProblems('0002-t.expand.sql', sql)).toEqual([expect.stringContaining(rule)]);
  });

  it('a migration before a rollout may add tables, columns and indexes', () => {
    const sql = 'create table t (c int); alter table u add column c int; grant select on t to {role}';
    expect(migrationProblems('0002-t.expand.sql', sql)).toEqual([]);
    expect(migrationProblems('0003-t.expand.sql', 'create index concurrently if not exists i on u (c)')).toEqual([]);
  });
});

it('a contract migration may drop tables and columns, but not block other queries', () => {
  expect(migrationProblems('0002-t.contract.sql', 'drop table t; alter table u drop column c')).toEqual([]);
  expect(migrationProblems('0002-t.contract.sql', 'create index i on t (c)')).toHaveLength(1);
});

it('a migration without a phase in its name is refused', () => {
  expect(migrationProblems('0002-t.sql', 'create table t (c int)')).toHaveLength(1);
});

it('the migrations of release 0.9.0 are unchanged', () => {
  expect(changedMigrations()).toEqual([]);
});

it('the migrations since release 0.9.0 have no problem', () => {
  const migrations = migrationsAfterRelease();
  expect(migrations.length).toBeGreaterThan(5);
  expect(migrations.flatMap(({ file, sql }) => migrationProblems(file, sql))).toEqual([]);
});

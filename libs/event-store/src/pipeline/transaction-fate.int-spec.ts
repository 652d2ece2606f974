import { randomUUID } from 'node:crypto';
import { EventEmitter } from 'node:events';
import { createTestDatabase, type TestDatabase } from '@hearsay/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type pg from 'pg';
import { createPool } from '../suite/world.suite.js';
import { findTransactionFate } from './transaction-fate.js';

const withCode = (code: string) => Object.assign(new Error('as the driver says'), { code });

describe('the fate of a transaction whose connection was lost', () => {
  let database: TestDatabase;
  let pool: pg.Pool;
  beforeAll(async () => {
    database = await createTestDatabase({
      schemas: ['create table marks (mark text primary key); grant select, insert on marks to {role}'],
    });
    pool = createPool(database.url);
  });
  afterAll(async () => {
    await pool.end();
    await database.drop();
  });

  const proofOf = (mark: string) => ({ text: 'select 1 from marks where mark = $1', values: [mark] });
  const begun = async (mark: string) => {
    const client = await pool.connect();
    await client.query('begin');
    const { rows } = await client.query<{ txid: string }>('select pg_current_xact_id()::text as txid');
    await client.query('insert into marks (mark) values ($1)', [mark]);
    const end = async (how: 'commit' | 'rollback') => {
      await client.query(how);
      client.release();
    };
    return { txid: rows[0]!.txid, end };
  };

  it.each([
    ['commit', 'committed'],
    ['rollback', 'aborted'],
  ] as const)('is known once it has ended: %s', async (how, fate) => {
    const mark = randomUUID();
    const { txid, end } = await begun(mark);
    let known: string | undefined;
    const asked = findTransactionFate(pool, txid, proofOf(mark)).then((answer) => (known = answer));
    // When the later transaction is answered, the query about the first one has arrived and waits.
    const later = randomUUID();
    const other = await begun(later);
    await other.end('commit');
    expect(await findTransactionFate(pool, other.txid, proofOf(later))).toBe('committed');
    expect(known).toBeUndefined();
    await end(how);
    expect(await asked).toBe(fate);
  });

  it('the fate is "aborted" if a crashed server gave the id to another transaction', async () => {
    const { txid, end } = await begun(randomUUID());
    await end('commit');
    expect(await findTransactionFate(pool, txid, proofOf(randomUUID()))).toBe('aborted');
  });

  it('the fate is "aborted" if a crashed server has not assigned the id again', async () => {
    const { rows } = await pool.query<{ txid: string }>(
      `select (pg_snapshot_xmax(pg_current_snapshot())::text::bigint + 1000000)::text as txid`,
    );
    expect(await findTransactionFate(pool, rows[0]!.txid, proofOf(randomUUID()))).toBe('aborted');
  });

  it('the fate is queried until it is known', async () => {
    const answers = [
      withCode('53200'),
      new Error('of no kind that is known'),
      { rows: [{ status: 'committed' }] },
      withCode('58030'),
      { rows: [{ status: 'committed' }] },
      { rows: [{}] },
      { rows: [] },
    ];
    const query = async () => {
      const answer = answers.shift();
      if (answer instanceof Error) throw answer;
      return answer;
    };
    const client = Object.assign(new EventEmitter(), { query, release: () => undefined });
    const fake = { connect: async () => client } as unknown as pg.Pool;
    expect(await findTransactionFate(fake, '1', { text: 'select 1', values: [] })).toBe('committed');
    expect(answers).toEqual([]);
  });
});

import { CuttingProxy, createTestDatabase, eventually, type TestDatabase } from '@hearsay/testing';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type pg from 'pg';
import { silentLog } from '../suite/ledger.suite.js';
import { createPool } from '../suite/world.suite.js';
import { Locks } from './locks.js';

// Far apart, so that a pause of a busy machine does not change their order.
const times = { heartbeatEveryMs: 100, answerWithinMs: 3000, freedAfterMs: 20_000 };

describe('a lock on a silent connection', () => {
  let database: TestDatabase;
  let proxy: CuttingProxy;
  let pools: pg.Pool[];
  beforeEach(async () => {
    database = await createTestDatabase();
    proxy = await CuttingProxy.start(database.url);
    pools = [createPool(proxy.url), createPool(database.url)];
  });
  afterEach(async () => {
    await Promise.all(pools.map((pool) => pool.end()));
    await proxy.stop();
    await database.drop();
  });

  it('is given up by its holder, and then taken by another process', async () => {
    const [near, far] = pools.map((pool) => new Locks(pool, silentLog, times)) as [Locks, Locks];
    const signal = new AbortController().signal;
    const held = (await near.hold('relay', signal))!;
    let isTaken = false;
    const taken = far.hold('relay', signal).then((hold) => {
      isTaken = true;
      return hold;
    });
    proxy.swallowAll();
    await eventually('the holder gives it up', () => held.lost.aborted);
    expect(isTaken).toBe(false);
    const next = await taken;
    expect(next?.lost.aborted).toBe(false);
    await next?.release();
    const again = await near.hold('relay', signal);
    expect(again?.lost.aborted).toBe(false);
    await near.close();
    await far.close();
  });
});

describe('locks in a process', () => {
  it('share a connection, and each gets its own answer', async () => {
    const database = await createTestDatabase();
    const pool = createPool(database.url);
    const warnings: Error[] = [];
    const note = (warning: Error) => warnings.push(warning);
    process.on('warning', note);
    const locks = new Locks(pool, silentLog, times);
    const signal = new AbortController().signal;
    const holds = await Promise.all(['one', 'two', 'three', 'four'].map((key) => locks.hold(key, signal)));
    const answers = await Promise.all(
      holds.map((hold, index) => hold!.client.query<{ index: number }>('select $1::int as index', [index])),
    );
    expect(answers.map(({ rows }) => rows[0]?.index)).toEqual([0, 1, 2, 3]);
    await Promise.all(holds.map((hold) => hold!.release()));
    process.off('warning', note);
    expect(warnings.map(({ message }) => message)).toEqual([]);
    await locks.close();
    await pool.end();
    await database.drop();
  });
});

describe('a lock whose release fails', () => {
  it('is freed with its connection', async () => {
    const database = await createTestDatabase({
      schemas: [
        `create schema broken;
         create function broken.pg_advisory_unlock(bigint) returns boolean language plpgsql as $$ begin raise 'not now'; end $$;
         grant usage on schema broken to {role};`,
      ],
    });
    const pools = [createPool(database.url, { options: '-c search_path=broken,pg_catalog' }), createPool(database.url)];
    const [near, far] = pools.map((pool) => new Locks(pool, silentLog, times)) as [Locks, Locks];
    const signal = new AbortController().signal;
    const held = (await near.hold('relay', signal))!;
    const other = (await near.hold('consumer', signal))!;
    await held.release();
    await eventually('the other lock is lost', () => other.lost.aborted);
    await Promise.all(['relay', 'consumer'].map(async (key) => (await far.hold(key, signal))!.release()));
    await near.close();
    await far.close();
    await Promise.all(pools.map((pool) => pool.end()));
    await database.drop();
  });
});

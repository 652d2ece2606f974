import { once } from 'node:events';
import { CuttingProxy, createTestDatabase, eventually, type TestDatabase } from '@hearsay/testing';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type pg from 'pg';
import { silentLog } from '../suite/ledger.suite.js';
import { createPool } from '../suite/world.suite.js';
import { Locks } from './locks.js';
import { pause } from './pause.js';

// The times are far apart, so that a pause of a busy machine does not change their order.
const times = { heartbeatEveryMs: 100, answerWithinMs: 3000, freedAfterMs: 10_000 };

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

  it('a silent holder loses its lock before another process can take it', async () => {
    const [near, far] = pools.map((pool) => new Locks(pool, silentLog, { times })) as [Locks, Locks];
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
  it('locks in a process share one connection, and each statement gets its own answer', async () => {
    const database = await createTestDatabase();
    const pool = createPool(database.url);
    const warnings: Error[] = [];
    const note = (warning: Error) => warnings.push(warning);
    process.on('warning', note);
    const locks = new Locks(pool, silentLog, { times });
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

describe('locks that processes share', () => {
  const keys = ['a', 'b', 'c', 'd', 'e', 'f', 'g'];
  let database: TestDatabase;
  let pool: pg.Pool;
  interface Member {
    readonly locks: Locks;
    readonly held: ReadonlySet<string>;
    moves(): number;
    leave(): Promise<void>;
  }
  let members: Member[];
  beforeEach(async () => {
    members = [];
    database = await createTestDatabase();
    pool = createPool(database.url);
  });
  afterEach(async () => {
    await Promise.all(members.map(({ leave }) => leave()));
    await pool.end();
    await database.drop();
  });

  /** Starts a member that asks for keys, and releases a lock when it is recalled. */
  const join = async (asked = keys): Promise<Member> => {
    const sharing = { group: 'consumers', keys: keys.length };
    const locks = new Locks(pool, silentLog, {
      sharing,
      times: { ...times, answerWithinMs: 30_000, freedAfterMs: 60_000 },
    });
    const leaving = new AbortController();
    const held = new Set<string>();
    let moves = 0;
    const running = asked.map(async (key) => {
      for (let hold = await locks.hold(key, leaving.signal); hold; hold = await locks.hold(key, leaving.signal)) {
        held.add(key);
        moves += 1;
        const ended = AbortSignal.any([hold.recalled, hold.lost, leaving.signal]);
        if (!ended.aborted) await once(ended, 'abort');
        held.delete(key);
        await hold.release();
      }
    });
    const leave = async () => {
      leaving.abort();
      await Promise.all(running);
      await locks.close();
    };
    const member = { locks, held, leave, moves: () => moves };
    members.push(member);
    return member;
  };
  const areHeld = (...expected: number[]) =>
    eventually(
      () => `shares of ${String(expected)}, not ${members.map(({ held }) => held.size).join()}`,
      () => members.every(({ held }, index) => held.size === expected[index]),
    );

  it('locks are divided evenly, and move only when a process comes or goes', async () => {
    const first = await join();
    await areHeld(7);
    const second = await join();
    await areHeld(4, 3);
    const third = await join();
    await eventually('no process exceeds its share', () => members.every(({ held }) => held.size <= 3));
    await eventually('each key is held', () => members.reduce((sum, { held }) => sum + held.size, 0) === keys.length);
    const moves = members.map((member) => member.moves());
    await pause(20 * times.heartbeatEveryMs);
    expect(members.map((member) => member.moves())).toEqual(moves);
    await third.leave();
    await eventually('the others hold all', () => first.held.size + second.held.size === keys.length);
    await second.leave();
    await areHeld(7, 0, 0);
  });

  it('a process may exceed its share while another process cannot work on a key', async () => {
    await join();
    await areHeld(7);
    const { locks } = await join(['a', 'b']);
    await areHeld(4, 2);
    locks.setCanWork('c', false);
    await areHeld(5, 2);
    locks.setCanWork('c', true);
    await areHeld(4, 2);
  });
});

describe('a lock whose release fails', () => {
  it('a lock whose release fails is freed when its connection closes', async () => {
    const database = await createTestDatabase({
      schemas: [
        `create schema broken;
         create function broken.pg_advisory_unlock(bigint) returns boolean language plpgsql as $$ begin raise 'not now'; end $$;
         grant usage on schema broken to {role};`,
      ],
    });
    const pools = [createPool(database.url, { options: '-c search_path=broken,pg_catalog' }), createPool(database.url)];
    const [near, far] = pools.map((pool) => new Locks(pool, silentLog, { times })) as [Locks, Locks];
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

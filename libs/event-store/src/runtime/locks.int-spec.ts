import { CuttingProxy, createTestDatabase, eventually, type TestDatabase } from '@hearsay/testing';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type pg from 'pg';
import { createPool, silentLog } from '../suite/world.suite.js';
import { Locks } from './locks.js';

const times = { heartbeatEveryMs: 100, answerWithinMs: 1000, freedAfterMs: 3000 };

describe('a lock whose connection swallows what is sent', () => {
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

  it('is given up by its holder, and then another process has it', async () => {
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
    // The first holder may take part again, on a new connection.
    await next?.release();
    const again = await near.hold('relay', signal);
    expect(again?.lost.aborted).toBe(false);
    await near.close();
    await far.close();
  });
});

import { steadyNow } from '@hearsay/contracts';
import { CuttingProxy, eventually } from '@hearsay/testing';
import { afterEach, describe, expect, it } from '@jest/globals';
import type pg from 'pg';
import { contextOf, toggle, writeWord } from '../suite/ledger.suite.js';
import { useLedger } from '../suite/set-up.suite.js';
import { createPool } from '../suite/world.suite.js';

const unavailable = expect.objectContaining({ code: 'unavailable' });

// The commands are toggles without a key. A toggle that ran twice would undo itself.
describe('a connection lost around the commit', () => {
  let proxy: CuttingProxy;
  let direct: pg.Pool;
  const ledger = useLedger(async ({ url }) => {
    proxy = await CuttingProxy.start(url);
    direct = createPool(url);
    return createPool(proxy.url);
  });
  afterEach(async () => {
    await direct.end();
    await proxy.stop();
  });

  const toggleMany = (accounts: number) =>
    Promise.all(
      Array.from({ length: accounts }, (_value, index) => {
        const accountId = `a${index}`;
        return ledger.pipeline.execute(toggle, { accountId, contentId: 'q' }, contextOf(accountId));
      }),
    );
  const stored = async () => {
    const { rows } = await direct.query<{ events: number; boosts: number }>(
      `select (select count(*)::int from events) as events, (select boosts from counters where content_id = 'q') as boosts`,
    );
    return rows[0];
  };

  const cuts = ['after-commit', 'before-commit'] as const;

  it.each(cuts)('a batch is applied once and answered when the connection is lost: %s', async (cut) => {
    proxy.cutNext(cut);
    const results = await toggleMany(20);
    expect(results.every((result) => result.isBoosted)).toBe(true);
    expect(await stored()).toEqual({ events: 40, boosts: 20 });
    expect(proxy.cuts).toBe(1);
  });

  it('a connection that was opened on a read-only server is replaced', async () => {
    const owner = createPool(ledger.database.ownerUrl, { max: 1 });
    const setReadOnly = (value: string) =>
      owner.query(`alter database ${ledger.database.role} set default_transaction_read_only = ${value}`);
    await setReadOnly('on');
    await Promise.all(Array.from({ length: 8 }, () => ledger.pool.query('select pg_sleep(0.1)')));
    await setReadOnly('off');
    await owner.end();
    expect(ledger.pool.idleCount).toBe(8);
    const results = await toggleMany(20);
    expect(results.every((result) => result.isBoosted)).toBe(true);
    expect(await stored()).toEqual({ events: 40, boosts: 20 });
  });

  it.each(cuts)('a batch without events is applied once when the connection is lost: %s', async (cut) => {
    proxy.cutNext(cut);
    await ledger.pipeline.execute(writeWord, { id: 1 }, contextOf('a'));
    const { rows } = await direct.query(
      'select (select count(*)::int from words) as words, (select count(*)::int from command_results) as marks',
    );
    expect(rows).toEqual([{ words: 1, marks: 1 }]);
    expect(proxy.cuts).toBe(1);
  });

  it.each(cuts)('a group without events is applied once when the connection is lost: %s', async (cut) => {
    proxy.cutNext(cut);
    await ledger.pipeline.executeGroup([], async (tx) => {
      await tx.query(
        `insert into counters (content_id, boosts) values ('q', 1) on conflict (content_id) do update set boosts = counters.boosts + 1`,
      );
    });
    expect(await stored()).toEqual({ events: 0, boosts: 1 });
    expect(proxy.cuts).toBe(1);
  });

  describe('while PostgreSQL stays away', () => {
    const commitWithoutAnswer = (withinMs: number) => {
      proxy.cutNext('after-commit');
      const context = contextOf('a', { deadline: steadyNow() + withinMs });
      const outcome = ledger.pipeline
        .execute(toggle, { accountId: 'a', contentId: 'q' }, context)
        .catch((error: unknown) => error);
      return { outcome, cut: eventually('the commit is lost', () => proxy.cuts > 0).then(() => proxy.setAway(true)) };
    };

    it('the pipeline refuses running and queued commands at their deadlines', async () => {
      const { outcome, cut } = commitWithoutAnswer(2000);
      await cut;
      const waiting = ledger.pipeline
        .execute(toggle, { accountId: 'b', contentId: 'q' }, contextOf('b', { deadline: steadyNow() + 500 }))
        .catch((error: unknown) => error);
      expect([await outcome, await waiting]).toEqual([unavailable, unavailable]);
      proxy.setAway(false);
      await toggleMany(1);
      expect(await stored()).toEqual({ events: 4, boosts: 2 });
    });

    it('the pipeline can be stopped at once while PostgreSQL is away', async () => {
      const { outcome, cut } = commitWithoutAnswer(60_000);
      await cut;
      await ledger.pipeline.stop();
      expect(await outcome).toEqual(unavailable);
    });
  });

  it('a broken connection does not end the process, and the batch is applied once', async () => {
    const holder = await direct.connect();
    await holder.query(`begin; insert into counters (content_id) values ('q')`);
    const toggled = toggleMany(5);
    await eventually('the batch waits for the row', async () => {
      const { rows } = await direct.query<{ ended: number }>(
        `select count(pg_terminate_backend(pid))::int as ended from pg_stat_activity
         where datname = current_database() and wait_event_type = 'Lock' and usename = current_user`,
      );
      return rows[0]!.ended > 0;
    });
    await holder.query('commit');
    holder.release();
    expect((await toggled).every((result) => result.isBoosted)).toBe(true);
    expect(await stored()).toEqual({ events: 10, boosts: 5 });
  });
});

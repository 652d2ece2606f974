import { CuttingProxy, eventually, onDatabase } from '@hearsay/testing';
import { describe, expect, it } from '@jest/globals';
import pg from 'pg';
import type { Projector } from '../consumers/consumer-definitions.js';
import { contextOf, ledgerRows, toggle } from '../suite/ledger.suite.js';
import { useLedger, useWorld } from '../suite/set-up.suite.js';
import { boostEvents, projectorWith, seenProjector, target, untilCaughtUp } from '../suite/world.suite.js';
import { rebuildProjector } from './rebuild-projector.js';
import { rebuildReadModel } from './rebuild-read-model.js';

const quiet = () => undefined;
const rowsOf = async (client: pg.Pool, table: string) => (await client.query(`select * from ${table} order by 1`)).rows;

const selectShape = `select
  (select array_agg(indexname::text order by indexname) from pg_indexes where schemaname = 'public' and tablename = $1) as indexes,
  (select reloptions from pg_class where oid = ('public.' || $1)::regclass) as settings,
  (select array_agg(grantee || ' ' || privilege_type order by 1) from information_schema.role_table_grants where table_name = $1) as grants`;
const shapeOf = (url: string, table: string): Promise<unknown> =>
  onDatabase(url, async (client) => (await client.query(selectShape, [table])).rows[0]);

describe('the rebuild of a read model', () => {
  const ledger = useLedger();
  const rebuild = (options: Partial<Parameters<typeof rebuildReadModel>[0]> = {}) => {
    const { ownerUrl, role } = ledger.database;
    return rebuildReadModel({ ownerUrl, role, model: ledgerRows, progress: quiet, ...options });
  };
  const boostOne = (accountId: string, contentId: string) =>
    ledger.pipeline.execute(toggle, { accountId, contentId }, contextOf(accountId));
  const live = () => Promise.all(ledgerRows.tables.map((table) => rowsOf(ledger.pool, table)));

  it('a rebuild fails in time on a silent connection, and does not change live rows', async () => {
    for (const accountId of ['a', 'b', 'c']) await boostOne(accountId, 'one');
    const before = await live();
    const proxy = await CuttingProxy.start(ledger.database.ownerUrl);
    const model: typeof ledgerRows = {
      ...ledgerRows,
      apply(tx, events) {
        proxy.swallowAll();
        return ledgerRows.apply(tx, events);
      },
    };
    await expect(rebuild({ model, ownerUrl: proxy.url, answerWithinMs: 1000 })).rejects.toThrow('timeout');
    await proxy.stop();
    expect(await live()).toEqual(before);
    let refused = 'nothing';
    await eventually(
      () => `the lock is free again: ${refused}`,
      () =>
        rebuild().then(
          () => true,
          (error: Error) => {
            refused = error.message;
            return false;
          },
        ),
    );
  });

  it('a rebuild reproduces the live rows, also for events written during the rebuild', async () => {
    let isWriting = true;
    let refused = 0;
    let written = 0;
    const write = async (writer: number) => {
      for (let act = 0; isWriting; act += 1) {
        await boostOne(`a${(writer * 7 + act) % 23}`, `c${(writer + act) % 5}`).then(
          () => (written += 1),
          () => (refused += 1),
        );
      }
    };
    const writers = Array.from({ length: 8 }, (_value, index) => write(index));
    await eventually('some history', () => written > 300);
    const lines: string[] = [];
    for (let times = 0; times < 3; times += 1) await rebuild({ progress: (line) => lines.push(line) });
    const before = written;
    await eventually('writing goes on after the exchange', () => written > before + 100);
    isWriting = false;
    await Promise.all(writers);
    const rows = await live();
    await rebuild();
    expect(await live()).toEqual(rows);
    expect(refused).toBe(0);
    expect(lines.at(-1)).toMatch(/^ledger\.boosts: rebuilt from \d+ events$/);
    const counted = await ledger.pool.query(
      'select content_id from counters c where boosts <> (select count(*) from boosts b where b.is_boosted and b.boost_id like $1 || c.content_id)',
      ['%:'],
    );
    expect(counted.rows).toEqual([]);
  });

  it('a rebuild refuses an event of an unknown version, and does not change live rows', async () => {
    await boostOne('a', 'one');
    const before = await live();
    await onDatabase(ledger.database.ownerUrl, (owner) => owner.query('update events set schema_version = 99'));
    await expect(rebuild()).rejects.toThrow('has version 99, which this release does not know');
    expect(await live()).toEqual(before);
  });

  it('a rebuild keeps indexes, settings and rights, and leaves no other objects', async () => {
    const before = await shapeOf(ledger.database.ownerUrl, 'counters');
    await rebuild();
    expect(await shapeOf(ledger.database.ownerUrl, 'counters')).toEqual(before);
    const schemas = await ledger.pool.query(`select nspname from pg_namespace where nspname like 'next%'`);
    expect(schemas.rows).toEqual([]);
  });

  it('a rebuild repairs rows that were damaged by hand', async () => {
    await boostOne('a', 'c');
    await ledger.pool.query('update counters set boosts = 99');
    await rebuild();
    expect(await rowsOf(ledger.pool, 'counters')).toEqual([{ content_id: 'c', boosts: 1, version: 1 }]);
  });
});

describe('the rebuild of a projector', () => {
  const world = useWorld();
  const rebuild = async (projector: Projector = seenProjector) => {
    const { ownerUrl, role } = world.targetDatabase;
    const way = { service: target, connection: await world.connect(), subjectPrefix: world.prefix };
    return rebuildProjector({ ownerUrl, role, ...way, projector, progress: quiet });
  };

  it('a rebuild reproduces the live rows, also for events that arrive during the rebuild', async () => {
    await world.readBoosts(3000);
    let isWriting = true;
    const write = async () => {
      while (isWriting) await world.append(boostEvents(3));
    };
    const writing = write();
    for (let times = 0; times < 3; times += 1) {
      const read = await rebuild();
      expect(read).toBeGreaterThanOrEqual(3000);
    }
    isWriting = false;
    await writing;
    await world.untilSeenOnce();
  });

  it('a rebuild reads the last events again after its swap was rolled back', async () => {
    await world.readBoosts(5);
    let hasArrived = false;
    let attempts = 0;
    const projector: typeof seenProjector = {
      ...projectorWith(() => {
        if (!hasArrived) return;
        attempts += 1;
        if (attempts === 1)
          throw Object.assign(new Error('canceling statement due to lock timeout'), { code: '55P03' });
      }),
      shared: {
        // At this moment the new tables are filled. Only the swap reads later events.
        async lock() {
          if (hasArrived) return;
          await world.append(boostEvents(3));
          await world.untilSeenOnce();
          hasArrived = true;
        },
        settle: () => Promise.resolve(),
      },
    };
    const read = await rebuild(projector);
    expect(attempts).toBe(2);
    expect(read).toBe(8);
    expect([...(await world.seen()).keys()].sort()).toEqual((await world.log()).sort());
  });

  it('a rebuild is refused if the projector also writes other tables', async () => {
    await world.readBoosts(5);
    const owner = new pg.Client({ connectionString: world.targetDatabase.ownerUrl });
    await owner.connect();
    await owner.query('create table others (event_id uuid primary key)');
    const projector = projectorWith((events, tx) =>
      tx.query('insert into others select unnest($1::uuid[])', [events.map(({ eventId }) => eventId)]),
    );
    const rebuilding = rebuild(projector);
    await expect(rebuilding).rejects.toThrow('gamification.seen writes tables that are not its own: others');
    expect((await owner.query('select 1 from others')).rows).toEqual([]);
    await owner.query('drop table others');
    await owner.end();
    await world.untilSeenOnce();
  });

  it('the empty tables of a rebuild are filled when the consumer first runs', async () => {
    await world.append(boostEvents(5));
    await world.relay();
    await world.untilStreamed();
    await rebuild();
    expect((await world.seen()).size).toBe(0);
    const consumers = await world.consumers();
    await world.untilSeenOnce();
    await untilCaughtUp(consumers);
    expect(consumers.status()).toEqual([{ consumer: 'seen', isRunning: true, lag: 0, error: null }]);
  });
});

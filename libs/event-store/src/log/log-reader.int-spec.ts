import { createTestDatabase, eventually, startOwnPostgres, type TestDatabase } from '@hearsay/testing';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type pg from 'pg';
import { readLogLocation, recordedLocationColumns } from '../relay/log-loss.js';
import { contextOf, createPipeline, ledgerTables, toggle } from '../suite/ledger.suite.js';
import { appendEvents, boostEvents, createPool } from '../suite/world.suite.js';
import { compareLogPositions, type LogPosition, type StoredEvent, startOfLog } from './events.js';
import { findLoggedIds, parseLoggedEvent, readLog } from './log-reader.js';
import { eventStoreSchemaSql } from './migrations.js';

// A slow transaction holds back all readers of a server, so this file uses its own server.
describe('reading the log', () => {
  let server: Awaited<ReturnType<typeof startOwnPostgres>>;
  let database: TestDatabase;
  let pool: pg.Pool;
  beforeAll(async () => {
    server = await startOwnPostgres();
  });
  afterAll(() => server.stop());
  beforeEach(async () => {
    database = await createTestDatabase({ schemas: [eventStoreSchemaSql, ledgerTables], adminUrl: server.adminUrl });
    pool = createPool(database.url, { max: 120 });
  });
  afterEach(async () => {
    await pool.end();
    await database.drop();
  });

  const begin = async (): Promise<pg.PoolClient> => {
    const client = await pool.connect();
    await client.query('begin; select pg_current_xact_id()');
    return client;
  };
  const end = async (client: pg.PoolClient, how: 'commit' | 'rollback') => {
    await client.query(how);
    client.release();
  };

  const read = async (after: LogPosition, limit: number) => {
    const { events, isHeldBack } = await readLog(pool, after, { limit, types: null });
    return { events: events.map(parseLoggedEvent), isHeldBack };
  };

  /** Reads until no event is held back, for example by an autovacuum of PostgreSQL. */
  const readWhole = async (limit: number): Promise<readonly StoredEvent[]> => {
    let events: readonly StoredEvent[] = [];
    await eventually('nothing is held back', async () => {
      const page = await read(startOfLog, limit);
      events = page.events;
      return !page.isHeldBack;
    });
    return events;
  };

  it('readers get every event once, with 100 writers and a slow transaction', async () => {
    const slow = await begin();
    const slowIds = await appendEvents(slow, boostEvents(2, 'slow'));
    const committed: string[] = [];
    const found: StoredEvent[] = [];
    const state: { isWriting: boolean; wasHeldBack: boolean; logPosition: LogPosition } = {
      isWriting: true,
      wasHeldBack: false,
      logPosition: startOfLog,
    };
    const readOn = async () => {
      for (;;) {
        const isLast = !state.isWriting;
        const page = await read(state.logPosition, 50);
        found.push(...page.events);
        state.logPosition = page.events.at(-1)?.logPosition ?? state.logPosition;
        state.wasHeldBack ||= page.isHeldBack;
        if (isLast && page.events.length === 0 && !page.isHeldBack) return;
      }
    };
    const reading = readOn();
    const write = async (writer: number) => {
      for (let act = 0; act < 10; act += 1) {
        const client = await begin();
        const ids = await appendEvents(client, boostEvents(1 + ((writer + act) % 3), `${writer}-${act}`));
        const isKept = (writer + act) % 4 !== 0;
        await end(client, isKept ? 'commit' : 'rollback');
        if (isKept) committed.push(...ids);
      }
    };
    await Promise.all(Array.from({ length: 100 }, (_value, writer) => write(writer)));
    expect(found).toEqual([]);
    await end(slow, 'commit');
    state.isWriting = false;
    await reading;
    const ids = found.map((event) => event.eventId);
    expect(new Set(ids).size).toBe(ids.length);
    expect([...ids].sort()).toEqual([...committed, ...slowIds].sort());
    expect(state.wasHeldBack).toBe(true);
    for (const [index, event] of found.entries()) {
      if (index > 0) expect(compareLogPositions(found[index - 1]!.logPosition, event.logPosition)).toBeLessThan(0);
    }
  });

  it('a reader is not held back by a slow transaction after its rollback', async () => {
    const slow = await begin();
    await appendEvents(slow, boostEvents(1));
    const ids = await appendEvents(pool, boostEvents(3));
    expect(await read(startOfLog, 10)).toEqual({ events: [], isHeldBack: true });
    await end(slow, 'rollback');
    expect((await readWhole(10)).map((event) => event.eventId)).toEqual(ids);
  });

  it('a stream stays in order if the older transaction gets the lock later', async () => {
    const [older, younger] = [await begin(), await begin()];
    await pool.query(`insert into stream_heads values ('boost-x', 0)`);
    const lock = `select 1 from stream_heads where stream = 'boost-x' for update`;
    await younger.query(lock);
    const waiting = older.query(lock);
    await eventually('the older transaction waits', async () => {
      const { rows } = await pool.query<{ waiting: number }>(
        `select count(*)::int as waiting from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
      );
      return rows[0]!.waiting === 1;
    });
    await appendEvents(younger, [{ stream: 'boost-x', version: 1 }]);
    await end(younger, 'commit');
    await waiting;
    await appendEvents(older, [{ stream: 'boost-x', version: 2 }]);
    await end(older, 'commit');
    expect((await readWhole(10)).map((event) => event.version)).toEqual([1, 2]);
  });

  it('each stream stays in order when two processes write it', async () => {
    const pools = [createPool(database.url), createPool(database.url)];
    const pipelines = pools.map((own) => createPipeline(own));
    const acts = Array.from({ length: 400 }, (_value, index) => ({
      accountId: `a${index % 9}`,
      contentId: `c${index % 3}`,
    }));
    await Promise.all(acts.map((act, index) => pipelines[index % 2]!.execute(toggle, act, contextOf(act.accountId))));
    const events = await readWhole(10_000);
    expect(events).toHaveLength(800);
    const versions = new Map<string, number>();
    for (const event of events) {
      expect(event.version).toBe((versions.get(event.stream) ?? 0) + 1);
      versions.set(event.stream, event.version);
    }
    await Promise.all(pipelines.map((pipeline) => pipeline.stop()));
    await Promise.all(pools.map((own) => own.end()));
  });

  it('an earlier epoch is read first, whatever the transaction ids of its events', async () => {
    const ids = await appendEvents(pool, boostEvents(2));
    const owner = createPool(database.ownerUrl);
    await owner.query(`update events set txid = '900000000000'::xid8`);
    await owner.query('update store_epoch set epoch = 2');
    await owner.end();
    ids.push(...(await appendEvents(pool, boostEvents(1))));
    const events = await readWhole(10);
    expect(events.map((event) => event.eventId)).toEqual(ids);
  });

  it('the log finds an event by its id and its log position', async () => {
    await appendEvents(pool, boostEvents(2));
    const [first, second] = await readWhole(10);
    const elsewhere = { eventId: first!.eventId, logPosition: { ...first!.logPosition, epoch: 2 } };
    const other = { eventId: first!.eventId, logPosition: second!.logPosition };
    expect(await findLoggedIds(pool, [second!, elsewhere, other])).toEqual(new Set([second!.eventId]));
    expect(await findLoggedIds(pool, [])).toEqual(new Set());
  });

  it('a new log has recorded its own database', async () => {
    const owner = createPool(database.ownerUrl);
    const { rows } = await owner.query(`select ${recordedLocationColumns} from store_epoch`);
    expect(rows).toEqual([await readLogLocation(owner)]);
    expect(rows[0]).toMatchObject({ server: expect.any(String), timeline: 1 });
    await owner.end();
  });

  it("the service's role may append and read events, but not change them", async () => {
    await appendEvents(pool, boostEvents(1));
    await expect(pool.query('update events set version = 2')).rejects.toThrow('permission denied');
    await expect(pool.query('delete from events')).rejects.toThrow('permission denied');
    await expect(pool.query('truncate events')).rejects.toThrow('permission denied');
  });
});

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { steadyNow } from '@hearsay/contracts';
import { ReplicatedPostgres } from '@hearsay/infra/servers';
import { CuttingProxy, createTestDatabase, eventually, type TestDatabase } from '@hearsay/testing';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { eventStoreSchemaSql } from '../log/migrations.js';
import { inTransaction } from '../runtime/connections.js';
import { contextOf, createPipeline, ledgerTables, toggle } from '../suite/ledger.suite.js';
import { createPool } from '../suite/world.suite.js';
import type { CommandPipeline } from './command-pipeline.js';

describe('a commit on a primary with a synchronous standby', () => {
  let folder: string;
  let pair: ReplicatedPostgres;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'hearsay-standby-'));
    pair = await ReplicatedPostgres.start({ dataDir: folder, durable: false });
  });
  afterAll(async () => {
    await pair.stop();
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  });

  let database: TestDatabase;
  let proxy: CuttingProxy;
  let pool: pg.Pool;
  let pipeline: CommandPipeline;
  beforeEach(async () => {
    database = await createTestDatabase({
      schemas: [eventStoreSchemaSql, ledgerTables],
      adminUrl: pair.primary.adminUrl,
    });
    proxy = await CuttingProxy.start(database.url);
    pool = createPool(proxy.url, { max: 3 });
    pipeline = createPipeline(pool);
  });
  afterEach(async () => {
    await pipeline.stop();
    await pool.end();
    await proxy.stop();
    // A failed test may have stopped the standby. Without it no commit of the clean-up would end.
    if (pair.standby.pid === undefined) await pair.standby.start();
  });

  const toggled = (accountId: string, withinMs = 60_000) => {
    const state = { isEnded: false };
    const context = contextOf(accountId, { deadline: steadyNow() + withinMs });
    const outcome = pipeline
      .execute(toggle, { accountId, contentId: 'q' }, context)
      .catch((error: unknown) => error)
      .finally(() => {
        state.isEnded = true;
      });
    return { state, outcome };
  };
  /** The pids of sessions that wait for the standby in a statement with this text. */
  const waiting = async (text: string): Promise<number[]> => {
    const rows = await pair.primary.query<{ pid: number }>(
      `select pid from pg_stat_activity where wait_event = 'SyncRep' and query like ${pg.escapeLiteral(`%${text}%`)}`,
    );
    return rows.map(({ pid }) => pid);
  };
  const cancelWait = async (text: string): Promise<void> => {
    await eventually('the commit waits for the standby', async () => (await waiting(text)).length > 0);
    for (const pid of await waiting(text)) await pair.primary.query(`select pg_cancel_backend(${pid})`);
  };
  const stored = async (node: ReplicatedPostgres['primary']) => {
    const url = Object.assign(new URL(node.adminUrl), { pathname: new URL(database.url).pathname }).href;
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    try {
      const { rows } = await client.query<{ events: number }>('select count(*)::int as events from events');
      return rows[0]!.events;
    } finally {
      await client.end();
    }
  };

  it('a commit is answered only when the standby has it, even after a cancelled wait', async () => {
    await pair.standby.kill();
    const { state, outcome } = toggled('a');
    await cancelWait('; commit');
    await eventually(
      'the pipeline asks for the standby, or has answered',
      async () => state.isEnded || (await waiting('pg_logical_emit_message')).length > 0,
    );
    expect(state.isEnded).toBe(false);
    await pair.standby.start();
    expect(await outcome).toEqual({ isBoosted: true, boosts: 1 });
    await eventually('the standby has replayed it', async () => (await stored(pair.standby)) === 2);
    expect(await stored(pair.primary)).toBe(2);
  });

  it('a command refused at its deadline without the standby is applied only once', async () => {
    await pair.standby.kill();
    const first = toggled('a', 3000);
    await cancelWait('; commit');
    expect(await first.outcome).toMatchObject({ code: 'unavailable' });
    await pair.standby.start();
    expect(await toggled('b').outcome).toEqual({ isBoosted: true, boosts: 2 });
    expect(await stored(pair.primary)).toBe(4);
  });

  it("a consumer's commit fails if its wait for the standby was cancelled", async () => {
    await pair.standby.kill();
    const committing = inTransaction(pool, (tx) => tx.query(`insert into words values (1)`)).catch(
      (error: { code?: string }) => error.code,
    );
    await cancelWait('commit');
    expect(await committing).toBe('08007');
    await pair.standby.start();
  });

  it('a command is decided again if the promoted standby never received its commit', async () => {
    await toggled('a').outcome;
    await pair.standby.kill();
    const { outcome } = toggled('b');
    await eventually('the commit waits for the standby', async () => (await waiting('; commit')).length > 0);
    proxy.setAway(true);
    await pair.primary.kill();
    await pair.standby.start();
    await pair.promote();
    proxy.lead(Object.assign(new URL(database.url), { host: new URL(pair.primary.adminUrl).host }).href);
    proxy.setAway(false);
    await pair.rejoin();
    expect(await outcome).toEqual({ isBoosted: true, boosts: 2 });
    expect(await stored(pair.primary)).toBe(4);
  });
});

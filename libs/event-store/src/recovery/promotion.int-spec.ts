import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startServers } from '@hearsay/infra/servers';
import { createTestDatabase, eventually } from '@hearsay/testing';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type pg from 'pg';
import { eventStoreSchemaSql } from '../log/migrations.js';
import type { CommandPipeline } from '../pipeline/command-pipeline.js';
import { findTransactionFate } from '../pipeline/transaction-fate.js';
import type { AppendGuard } from '../relay/log-loss.js';
import { contextOf, createPipeline, ledgerTables, toggle } from '../suite/ledger.suite.js';
import { createPool, source, World } from '../suite/world.suite.js';
import { recoverLog } from './recover.js';

const cluster = 'postgres/cluster';

describe('a standby that is promoted', () => {
  let folder: string;
  let server: Awaited<ReturnType<typeof startServers>>;
  let world: World;
  let pool: pg.Pool;
  let pipeline: CommandPipeline;
  let guard: AppendGuard;

  const start = async (name: string) => {
    const preferredPorts: Record<string, number> = server
      ? { postgres: Number(new URL(server.databaseAdminUrl).port) }
      : {};
    return startServers({ only: ['postgres'], dataDir: join(folder, name), durable: true, preferredPorts });
  };
  const copyPrimary = async () => {
    await server.stop();
    mkdirSync(join(folder, 'standby'));
    for (const part of ['postgres', 'postgres.password']) {
      execFileSync('cp', ['-a', join(folder, 'primary', part), join(folder, 'standby', part)]);
    }
    writeFileSync(join(folder, 'standby', cluster, 'standby.signal'), '');
    server = await start('primary');
  };
  const append = (accountId: string, withinMs = 60_000) =>
    pipeline.execute(toggle, { accountId, contentId: 'q' }, contextOf('a', { deadline: Date.now() + withinMs }));
  const writeTail = async () => {
    for (const accountId of ['b1', 'b2', 'b3']) await append(accountId);
    await world.untilSeenOnce();
  };
  const promote = async () => {
    await server.stop();
    server = await start('standby');
    const admin = createPool(server.databaseAdminUrl, { max: 1 });
    // The standby may not yet have replayed a commit that it has received.
    let fate: string | undefined;
    const asking = findTransactionFate(pool, '99999999', { text: 'select 1', values: [] }).then((answer) => {
      fate = answer;
    });
    await expect(append('c1', 1000)).rejects.toMatchObject({ code: 'unavailable' });
    expect(fate).toBeUndefined();
    await admin.query('select pg_promote()');
    await admin.end();
    await asking;
    expect(fate).toBe('aborted');
  };

  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'hearsay-promotion-'));
    server = await start('primary');
    world = new World();
    await world.begin();
    // The clean-up of the world needs its own database on the shared server.
    const shared = { database: world.sourceDatabase, pool: world.sourcePool };
    const sourceDatabase = await createTestDatabase({
      schemas: [eventStoreSchemaSql, ledgerTables],
      adminUrl: server.databaseAdminUrl,
    });
    const sourcePool = createPool(sourceDatabase.url);
    Object.assign(world, { sourceDatabase, sourcePool });
    pool = createPool(sourceDatabase.url, { max: 2 });
    world.onEnd(async () => {
      await pipeline.stop();
      await Promise.all([pool.end(), sourcePool.end()]);
      Object.assign(world, { sourceDatabase: shared.database, sourcePool: shared.pool });
    });
    guard = await world.guard();
    pipeline = createPipeline(pool, { guard });
    await world.readBoosts(20, { guard });
  });
  afterEach(async () => {
    await world.end();
    await server.stop();
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  });

  it('a promoted standby accepts writes at once if it has all events that others read', async () => {
    await writeTail();
    await copyPrimary();
    await promote();
    await append('d1');
    await world.untilSeenOnce();
    expect(guard.loss).toBeUndefined();
    const { rows } = await pool.query<{ epoch: number; isRecorded: boolean }>(
      `select max(epoch) as epoch, (select timeline = 2 from store_epoch) as "isRecorded" from events`,
    );
    expect(rows).toEqual([{ epoch: 2, isRecorded: true }]);
  });

  it('a promoted standby that lacks events refuses writes until a recovery', async () => {
    await copyPrimary();
    await writeTail();
    await promote();
    await eventually('the loss is noticed', () => guard.loss?.includes('npm run recover -- engagement') === true);
    await expect(append('d1', 1000)).rejects.toMatchObject({ code: 'unavailable' });
    const lines: string[] = [];
    await recoverLog({
      pool: world.sourcePool,
      connection: await world.connect(),
      service: source,
      subjectPrefix: world.prefix,
      ownerUrl: world.sourceDatabase.ownerUrl,
      print: (line) => lines.push(line),
    });
    expect(lines[0]).toMatch(/6 events behind it are lost$/);
    expect(lines[1]).toBe('engagement: the log has another timeline than before');
    const known = (await world.seen()).size;
    await append('d2');
    // The consumer reads new events. The rows of lost events stay until a rebuild.
    await eventually('what is new is read', async () => (await world.seen()).size === known + 2);
  });
});

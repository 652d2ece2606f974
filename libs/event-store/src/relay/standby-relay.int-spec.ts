import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ReplicatedPostgres } from '@hearsay/infra/servers';
import { CuttingProxy, createTestDatabase, eventually } from '@hearsay/testing';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { eventStoreSchemaSql } from '../log/migrations.js';
import { boostEvents, createPool, World } from '../suite/world.suite.js';

let folder: string;
let pair: ReplicatedPostgres;
let proxy: CuttingProxy;
let world: World;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'hearsay-standby-relay-'));
  pair = await ReplicatedPostgres.start({ dataDir: folder, durable: false });
  world = new World();
  await world.begin();
  // The clean-up of the world needs its own database on the shared server.
  const shared = { database: world.sourceDatabase, pool: world.sourcePool };
  const sourceDatabase = await createTestDatabase({ schemas: [eventStoreSchemaSql], adminUrl: pair.primary.adminUrl });
  proxy = await CuttingProxy.start(sourceDatabase.url);
  const sourcePool = createPool(proxy.url);
  Object.assign(world, { sourceDatabase, sourcePool });
  world.onEnd(async () => {
    await sourcePool.end();
    Object.assign(world, { sourceDatabase: shared.database, sourcePool: shared.pool });
  });
});
afterEach(async () => {
  await world.end();
  await proxy.stop();
  await pair.stop();
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
});

const waiting = async (text: string): Promise<number[]> => {
  const rows = await pair.primary.query<{ pid: number }>(
    `select pid from pg_stat_activity where wait_event = 'SyncRep' and query like '%${text}%'`,
  );
  return rows.map(({ pid }) => pid);
};

it('the relay publishes no event that a promoted standby would lack', async () => {
  await world.readBoosts(5, { awaitsStandby: true, guard: await world.guard() });
  await pair.standby.kill();
  const appended = world.append(boostEvents(3));
  await eventually('the append waits for the standby', async () => (await waiting('insert into events')).length > 0);
  for (const pid of await waiting('insert into events')) await pair.primary.query(`select pg_cancel_backend(${pid})`);
  await appended;
  expect(await world.log()).toHaveLength(8);
  await eventually(
    'the relay waits for the standby, or has published',
    async () => (await waiting('pg_logical_emit_message')).length > 0 || (await world.streamed()).length > 5,
  );
  expect(await world.streamed()).toHaveLength(5);
  await pair.primary.kill();
  await pair.standby.start();
  await pair.promote();
  proxy.lead(Object.assign(new URL(world.sourceDatabase.url), { host: new URL(pair.primary.adminUrl).host }).href);
  await pair.rejoin();
  await world.append(boostEvents(2)).catch(() => world.append(boostEvents(2)));
  await world.untilSeenOnce();
  expect(await world.log()).toHaveLength(7);
});

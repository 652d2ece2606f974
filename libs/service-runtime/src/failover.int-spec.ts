import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inTransaction, Locks } from '@hearsay/event-store';
import { ReplicatedPostgres } from '@hearsay/infra/servers';
import { createTestDatabase, eventually, onDatabase, serviceConfig, type TestDatabase } from '@hearsay/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createPool } from './database.js';
import { createLogger } from './logger.js';
import { type ServiceConfig, type ServiceDefinition, serviceMigrations, startService } from './service.js';

const log = createLogger({ service: 'of-the-test', level: 'silent' });
const bare: ServiceDefinition<ServiceConfig> = {
  name: 'of-the-test',
  migrations: [],
  build: () => ({ aggregates: [], readModels: [], writers: {}, assemble: () => ({ handlers: [] }) }),
};

let folder: string;
let pair: ReplicatedPostgres;
let database: TestDatabase;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'hearsay-failover-'));
  pair = await ReplicatedPostgres.start({ dataDir: folder, durable: false });
  database = await createTestDatabase({
    schemas: [
      ...serviceMigrations({ migrations: [] }).map(({ sql }) => sql),
      'create table rows (n int); grant select, insert on rows to {role}',
    ],
    adminUrl: pair.primary.adminUrl,
  });
});
afterAll(async () => {
  await pair.stop();
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
});

const at = ({ adminUrl }: ReplicatedPostgres['primary']) =>
  Object.assign(new URL(database.url), { host: new URL(adminUrl).host }).href;

describe('a service that requires a synchronous standby', () => {
  const start = (DATABASE_URL: string) =>
    startService(bare, { ...serviceConfig(DATABASE_URL), DATABASE_STANDBY: 'synchronous' });
  const set = async (setting: string) => {
    await pair.primary.query(`alter system set ${setting}`);
    await pair.primary.query('select pg_reload_conf()');
  };

  it('a service starts on a primary with a synchronous standby', async () => {
    await (await start(database.url)).stop();
  });

  it('a service refuses to start on a server without a standby', async () => {
    const single = await createTestDatabase({ schemas: serviceMigrations({ migrations: [] }).map(({ sql }) => sql) });
    await expect(start(single.url)).rejects.toThrow(
      /^PostgreSQL at DATABASE_URL refuses: 25006 it has no synchronous standby: synchronous_standby_names is empty\. Set .* or set DATABASE_STANDBY=none\.$/,
    );
    await single.drop();
  });

  it('a service refuses to start while the standby is away', async () => {
    await pair.standby.stop();
    await expect(start(database.url)).rejects.toThrow('its synchronous standby does not answer');
    await pair.standby.start();
    await pair.untilSynchronous();
  });

  it('a service refuses to start if commits do not wait for the standby', async () => {
    const url = new URL(database.url);
    url.searchParams.set('options', '-c synchronous_commit=local');
    await expect(start(url.href)).rejects.toThrow('synchronous_commit is local');
  });

  it('a service does not connect to a primary that has lost its standby', async () => {
    const pool = createPool({ url: database.url, service: 'of-the-test', max: 1, log, requiresStandby: true });
    await set(`synchronous_standby_names = ''`);
    await expect(pool.query('select 1')).rejects.toMatchObject({ code: '25006' });
    await set(`synchronous_standby_names = '*'`);
    expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
    await pool.end();
  });
});

describe('a service with both hosts in its URL', () => {
  it('a service follows a promotion, and never writes to the former primary again', async () => {
    const [first, second] = [new URL(at(pair.primary)), new URL(at(pair.standby))];
    const url = first.href.replace(first.host, `${first.host},${second.host}`);
    const pool = createPool({ url, service: 'of-the-test', max: 2, log });
    const write = (n: number) => inTransaction(pool, (tx) => tx.query('insert into rows (n) values ($1)', [n]));
    const written = (n: number) =>
      eventually('it is written', () =>
        write(n).then(
          () => true,
          () => false,
        ),
      );
    await write(1);
    const former = pair.primary;
    await former.kill();
    await pair.promote();
    const goOnAlone = async (node: ReplicatedPostgres['primary']) => {
      await node.query(`alter system set synchronous_standby_names = ''`);
      await node.query('select pg_reload_conf()');
    };
    await goOnAlone(pair.primary);
    await written(2);
    await former.start();
    await goOnAlone(former);
    await pair.primary.stop();
    const refusals: unknown[] = [];
    await eventually('the former primary is met', async () => {
      await write(3).catch((error: unknown) => refusals.push(error));
      return refusals.some((error) => (error as { code?: string }).code === '25006');
    });
    for (const n of [4, 5]) await expect(write(n)).rejects.toThrow();
    const locks = new Locks(pool, log);
    expect(await locks.hold('relay', AbortSignal.timeout(1500))).toBeUndefined();
    const kept = await onDatabase(at(former), (client) => client.query('select n from rows'));
    expect(kept.rows).toEqual([{ n: 1 }]);
    await pair.primary.start();
    await written(6);
    expect((await pool.query('select n from rows order by n')).rows).toEqual([{ n: 1 }, { n: 2 }, { n: 6 }]);
    await locks.close();
    await pool.end();
  });
});

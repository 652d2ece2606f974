import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findNats, loopback } from '@hearsay/infra/servers';
import { createTestDatabase, serviceConfig, type TestDatabase, TestNatsServer } from '@hearsay/testing';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import {
  type RunningService,
  type ServiceConfig,
  type ServiceDefinition,
  serviceMigrations,
  startService,
} from './service.js';

const bare: ServiceDefinition<ServiceConfig> = {
  name: 'of-the-test',
  migrations: [],
  build: () => ({ aggregates: [], readModels: [], writers: {}, assemble: () => ({ handlers: [] }) }),
};

let database: TestDatabase;
let admin: pg.Client;
beforeAll(async () => {
  database = await createTestDatabase({ schemas: serviceMigrations({ migrations: [] }).map(({ sql }) => sql) });
  admin = new pg.Client({ connectionString: process.env.TEST_DATABASE_ADMIN_URL });
  await admin.connect();
});
afterAll(async () => {
  await admin.end();
  await database.drop();
});

const ended: (() => Promise<unknown> | unknown)[] = [];
afterEach(async () => {
  for (const end of ended.splice(0).reverse()) await end();
});

const startNats = async (...settings: string[]): Promise<string> => {
  const server = await TestNatsServer.start(await findNats(), settings);
  ended.push(() => server.dispose());
  return server.url;
};

const start = async (settings: Partial<ServiceConfig>): Promise<RunningService> => {
  const service = await startService(bare, { ...serviceConfig(database.url), ...settings });
  ended.push(() => service.stop());
  return service;
};
const missingIn = async ({ healthPort }: RunningService): Promise<string[]> =>
  ((await (await fetch(`http://${loopback}:${healthPort}/health/ready`)).json()) as { missing: string[] }).missing;
const urlWith = (change: (url: URL) => void) => {
  const url = new URL(database.url);
  change(url);
  return url.href;
};
const changeRole = (setting: string) => admin.query(`alter role ${pg.escapeIdentifier(database.role)} ${setting}`);

describe('a service that is not ready', () => {
  /** [name, settings that cause the refusal, what readiness lists as missing] */
  const refusals: [string, () => Promise<Partial<ServiceConfig>>, RegExp][] = [
    [
      'a wrong password',
      async () => ({ DATABASE_URL: urlWith((url) => (url.password = 'wrong')) }),
      /^PostgreSQL: 28P01 /,
    ],
    [
      'a database without tables',
      async () => ({ DATABASE_URL: urlWith((url) => url.searchParams.set('options', '-c search_path=pg_catalog')) }),
      /^PostgreSQL: 42P01 /,
    ],
    [
      'no connection left',
      async () => {
        await changeRole('connection limit 1');
        ended.push(() => changeRole('connection limit -1'));
        return {};
      },
      /^PostgreSQL: 53300 /,
    ],
    ['NATS without JetStream', async () => ({ NATS_URL: await startNats() }), /^NATS: .*no responders.*JS.API/],
  ];
  it.each(refusals)('readiness names the reason: %s', async (_name, settings, expected) => {
    const service = await start(await settings());
    expect(await missingIn(service)).toEqual([expect.stringMatching(expected)]);
  });
});

it('a service refuses to start if the message limit of NATS is too small, and logs it', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'hearsay-nats-'));
  ended.push(() => rmSync(folder, { recursive: true, force: true }));
  writeFileSync(join(folder, 'nats.conf'), 'max_payload: 65536');
  const NATS_URL = await startNats('--config', join(folder, 'nats.conf'));
  await expect(start({ NATS_URL })).rejects.toThrow(
    /^NATS at NATS_URL refuses: max_payload is 65536, and 1048576 is needed\. Raise max_payload\.$/,
  );
});

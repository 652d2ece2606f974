import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { steadyNow } from '@hearsay/contracts';
import { freePort } from '@hearsay/infra/servers';
import { createTestDatabase, eventually, serviceConfig, type TestDatabase } from '@hearsay/testing';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { NatsConnection } from '@nats-io/nats-core';
import { Controller } from '@nestjs/common';
import { MessagePattern } from '@nestjs/microservices';
import pg from 'pg';
import {
  type ServiceConfig,
  type ServiceDefinition,
  type ServiceParts,
  serviceMigrations,
  startService,
} from './service.js';

type Assembled = ReturnType<ServiceParts['assemble']>;

const serviceWith = (
  changes: Partial<Assembled>,
  seen: (connection: NatsConnection) => void,
): ServiceDefinition<ServiceConfig> => ({
  name: 'of-the-test',
  migrations: [],
  build({ connection }) {
    seen(connection);
    return {
      aggregates: [],
      readModels: [],
      writers: {},
      assemble: () => ({ handlers: [], ...changes }),
    };
  },
});

@Controller()
class AnswersNobody {
  @MessagePattern('of-the-test.unknown')
  unknown(): void {}
}

let database: TestDatabase;
let observer: pg.Client;
let connections: NatsConnection[];
let stopped: number;

beforeAll(async () => {
  database = await createTestDatabase({ schemas: serviceMigrations({ migrations: [] }).map(({ sql }) => sql) });
  observer = new pg.Client({ connectionString: database.ownerUrl });
  await observer.connect();
});
afterAll(async () => {
  await observer.end();
  await database.drop();
});
beforeEach(() => {
  connections = [];
  stopped = 0;
});

const countStop = async () => {
  stopped += 1;
};
const start = (changes: Partial<Assembled>, settings: Partial<ServiceConfig> = {}) =>
  startService(
    serviceWith({ stop: countStop, ...changes }, (connection) => connections.push(connection)),
    { ...serviceConfig(database.url), ...settings },
  );
const openSessions = async () => {
  const { rows } = await observer.query<{ name: string }>(
    'select application_name as name from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
  );
  return rows.map(({ name }) => name);
};
const isAllClosed = () =>
  eventually(
    'every session has ended',
    async () => connections.every((one) => one.isClosed()) && (await openSessions()).length === 0,
  );
const health = async (port: number, path: string, host = '127.0.0.1') => {
  const answer = await fetch(`http://${host}:${port}/health/${path}`);
  return { status: answer.status, body: await answer.json() };
};

describe('a service that starts', () => {
  it('a started service is ready and settled, and closes everything when it stops', async () => {
    const service = await start({});
    expect(await health(service.healthPort, 'live')).toEqual({ status: 200, body: { status: 'live' } });
    expect(await health(service.healthPort, 'ready')).toEqual({ status: 200, body: { status: 'ready', missing: [] } });
    await eventually(
      'the service is settled',
      async () => (await health(service.healthPort, 'settled')).status === 200,
    );
    await service.stop();
    await isAllClosed();
    expect(stopped).toBe(1);
    await expect(health(service.healthPort, 'live')).rejects.toThrow();
  });

  it('a service is not ready while its database accepts no writes', async () => {
    const setReadOnly = (value: string) =>
      observer.query(`alter database ${database.role} set default_transaction_read_only = ${value}`);
    await setReadOnly('on');
    const service = await start({});
    const missing = ['PostgreSQL: 25006 the server takes no writes'];
    expect(await health(service.healthPort, 'ready')).toEqual({ status: 503, body: { status: 'not ready', missing } });
    await setReadOnly('off');
    await eventually('the service is ready', async () => (await health(service.healthPort, 'ready')).status === 200);
    await service.stop();
  });

  it('a service that neither gets calls nor leads the relay notices a moved log', async () => {
    const service = await start({});
    await observer.query(`insert into events (epoch, txid, event_id, stream, version, type, schema_version, data, meta)
      values (1, '900000000000', gen_random_uuid(), 'moved', 1, 'Moved', 1, '{}', '{}')`);
    const missing = [expect.stringContaining('run "npm run recover -- of-the-test"')];
    await eventually(
      'the service is not ready',
      async () => (await health(service.healthPort, 'ready')).status === 503,
    );
    expect((await health(service.healthPort, 'ready')).body).toEqual({ status: 'not ready', missing });
    await observer.query(`delete from events`);
    await service.stop();
  });

  it('a service is live, but neither ready nor settled, until all parts run', async () => {
    const port = await freePort();
    let goOn = () => {};
    const starting = start({ start: () => new Promise<void>((resolve) => (goOn = resolve)) }, { HEALTH_PORT: port });
    await eventually('the page of its health', () =>
      health(port, 'live').then(
        () => true,
        () => false,
      ),
    );
    expect(await health(port, 'ready')).toEqual({ status: 503, body: { status: 'not ready', missing: ['starting'] } });
    expect(await health(port, 'settled')).toEqual({ status: 503, body: { status: 'not settled', missing: ['start'] } });
    await eventually('the last step of the start', () => {
      goOn();
      return health(port, 'ready').then(({ status }) => status === 200);
    });
    await (await starting).stop();
  });

  it('a service serves its health only at the configured address', async () => {
    // The port is in use on 127.0.0.1, so a service that listened there would not start.
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = other.address() as AddressInfo;
    const service = await start({}, { HEALTH_HOST: '127.0.0.2', HEALTH_PORT: port });
    try {
      expect(await health(port, 'live', '127.0.0.2')).toEqual({ status: 200, body: { status: 'live' } });
    } finally {
      await service.stop();
      other.close();
    }
  });
});

describe.each([10_000, -10_000])('a process whose clock is %s ms off', (ms) => {
  afterEach(() => void jest.restoreAllMocks());

  it('acts are dated by the clock of the database', async () => {
    const { now } = Date;
    jest.spyOn(Date, 'now').mockImplementation(() => now() + ms);
    let asked = () => Number.NaN;
    const definition = serviceWith({}, () => undefined);
    const build: typeof definition.build = (dependencies) => {
      asked = dependencies.now;
      return definition.build(dependencies);
    };
    const service = await startService({ ...definition, build }, serviceConfig(database.url));
    const dated = await service.pipeline.execute(
      {
        type: 'date',
        plan: () => ({ aggregates: {} }),
        decide: (_input, _view, context) => ({ events: [], result: context.now }),
      },
      null,
      { accountId: null, correlationId: null, deadline: steadyNow() + 60_000 },
    );
    const { rows } = await service.pool.query<{ at: string }>('select clock_timestamp() as at');
    for (const instant of [Date.parse(dated), asked()])
      expect(Math.abs(instant - Date.parse(rows[0]!.at))).toBeLessThan(5000);
    await service.stop();
  });
});

describe('a service that does not start', () => {
  const consumer = {
    kind: 'projector',
    name: 'twice',
    source: 'content',
    events: [],
    tables: [],
    apply: async () => undefined,
  } as const;

  it.each<[string, Partial<Assembled>, string]>([
    ['its own part of the start fails', { start: () => Promise.reject(new Error('Its own part')) }, 'Its own part'],
    ['a handler has no contract', { handlers: [AnswersNobody] }, 'of-the-test.unknown'],
    ['its consumers cannot run', { consumers: [consumer, consumer] }, 'twice'],
  ])('closes everything when %s', async (_reason, changes, message) => {
    await expect(start(changes)).rejects.toThrow(message);
    await isAllClosed();
    expect(stopped).toBe(1);
  });

  it('a service closes everything if its parts cannot be built', async () => {
    const broken: ServiceDefinition<ServiceConfig> = {
      ...serviceWith({}, () => undefined),
      build({ connection }) {
        connections.push(connection);
        throw new Error('No parts');
      },
    };
    await expect(startService(broken, serviceConfig(database.url))).rejects.toThrow('No parts');
    expect(connections).toHaveLength(1);
    await isAllClosed();
  });

  it('a service closes everything if its health port is in use', async () => {
    const taken = createServer();
    await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve));
    const { port } = taken.address() as { port: number };
    await expect(start({}, { HEALTH_PORT: port })).rejects.toThrow('EADDRINUSE');
    await isAllClosed();
    await new Promise((resolve) => taken.close(resolve));
  });
});

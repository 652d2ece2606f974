import { randomUUID } from 'node:crypto';
import { deadlineIn, eventReadingsOf, type Rpc, rpcContractsOf } from '@hearsay/contracts';
import { handlersOf, RpcClient } from '@hearsay/messaging';
import { createTestServiceStub, eventually, startTestService, type TestService } from '@hearsay/testing';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import pg from 'pg';
import { queryReadings } from './event-readers.js';
import type { ServiceConfig, ServiceDefinition } from './service.js';

const earlier = '';
const later = '0123456789ab';

const otherCalls = rpcContractsOf('gamification').filter(({ name }) => name !== 'event-readings');
const nothing = Object.fromEntries(otherCalls.map(({ name }) => [name, async () => ({})]));
/** A service with gamification's calls, which all return empty answers. */
const gamification: ServiceDefinition<ServiceConfig> = {
  name: 'gamification',
  migrations: [],
  build: () => ({
    aggregates: [],
    readModels: [],
    writers: {},
    assemble: () => ({
      handlers: [
        handlersOf<Record<string, Rpc>>(Object.fromEntries(otherCalls.map((rpc) => [rpc.name, rpc])), nothing),
      ],
    }),
  }),
};

let test: TestService;
const clients: RpcClient[] = [];
beforeAll(async () => {
  test = await startTestService(gamification, {});
});
afterAll(async () => {
  for (const client of clients) client.close();
  await test.stop();
});

const callerNamed = (caller: 'engagement' | 'notification'): RpcClient => {
  const client = new RpcClient(test.connection, { prefix: test.prefix, caller });
  clients.push(client);
  return client;
};
const contextNow = () => ({ correlationId: randomUUID(), accountId: null, deadline: deadlineIn(60_000) });
const readings = async () => {
  const answer = await callerNamed('engagement').call(eventReadingsOf('gamification'), {}, contextNow());
  return [...answer.readings].sort();
};
/** Connects to PostgreSQL under a name, like a process of another release or another program. */
const whileConnected = async (name: string, work: () => Promise<void>) => {
  const client = new pg.Client({ connectionString: test.database.url, application_name: name });
  await client.connect();
  await work().finally(() => client.end());
};

it('the readings of a service come from all its processes and no other program', async () => {
  expect(await readings()).toEqual([earlier]);
  await whileConnected(`gamification-pipeline reads ${later}`, async () => {
    await whileConnected('psql reads nothing', async () => {
      expect(await readings()).toEqual([earlier, later]);
    });
  });
  await eventually('the other process is gone', async () => (await readings()).join() === earlier);
});

it('a service returns its readings only to services whose events it reads', async () => {
  const asking = callerNamed('notification').call(eventReadingsOf('gamification'), {}, contextNow());
  await expect(asking).rejects.toMatchObject({ code: 'forbidden' });
});

it('readings of all reading services are queried, and refused if one does not answer', async () => {
  const stubOf = (name: string) =>
    createTestServiceStub(test.connection, test.prefix, name, { 'event-readings': () => ({ readings: [name] }) });
  const stubs = ['content', 'moderation', 'notification'].map(stubOf);
  await test.connection.flush();
  const asking = { pool: test.service.pool, rpc: callerNamed('engagement') };
  expect([...(await queryReadings('engagement', asking))].sort()).toEqual([
    earlier,
    'content',
    'moderation',
    'notification',
  ]);
  await stubs[1]!.stop();
  await expect(queryReadings('engagement', asking)).rejects.toMatchObject({ code: 'unavailable' });
  for (const stub of stubs) await stub.stop();
});

import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { connectTestNats } from './nats-connections.js';
import { findNatsBinary, TestNatsServer } from './nats-servers.js';

let server: TestNatsServer;
beforeAll(async () => {
  server = await TestNatsServer.start(((await findNatsBinary('2.15')) ?? (await findNatsBinary('2.9')))!);
});
afterAll(() => server.dispose());

it('waits for a server that has ended and comes again', async () => {
  await server.kill();
  const connecting = connectTestNats(server.url);
  await server.start();
  const connection = await connecting;
  expect(connection.isClosed()).toBe(false);
  await connection.close();
});

import { contentRpc } from '@hearsay/contracts';
import { eventually, findNatsBinary, TestNatsServer } from '@hearsay/testing';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { FakeRoom } from './fake-room.suite.js';
import { GatewayUnderTest } from './gateway-under-test.suite.js';
import { SocketClient } from './socket-client.suite.js';
import { questionView } from './views.suite.js';

let nats: TestNatsServer;
let gateway: GatewayUnderTest;

beforeAll(async () => {
  const binary = (await findNatsBinary('2.15')) ?? (await findNatsBinary('2.10')) ?? (await findNatsBinary('2.9'));
  if (!binary) throw new Error('No nats-server on this machine');
  nats = await TestNatsServer.start(binary);
  gateway = await GatewayUnderTest.start({ NATS_URL: nats.url });
});
afterAll(async () => {
  await gateway.stop();
  await nats.dispose();
});

it('keeps its sockets while NATS is gone, then sends missed entries and sign-outs', async () => {
  const room = new FakeRoom(gateway.services);
  const { cookie, tokenHash } = gateway.services.signIn('nora');
  gateway.services.on(contentRpc.questionPage, () => ({
    question: questionView({ id: room.questionId, lastNumber: 3 }),
    replies: [],
    isCut: false,
  }));
  const client = await SocketClient.open(gateway.url, { cookie });
  const visitor = await SocketClient.open(gateway.url);
  for (const one of [client, visitor]) {
    one.join(room.questionId);
    await one.next('joined');
  }

  await nats.kill();
  room.say(3, { publish: false });
  gateway.services.forgetSession(tokenHash);
  expect((await fetch(`http://127.0.0.1:${gateway.gateway.healthPort}/health/ready`)).status).toBe(503);
  client.send({ type: 'ping' });
  await client.next('pong');

  await nats.start();
  await eventually('the missed words', () => visitor.numbers().length === 3);
  expect(visitor.numbers()).toEqual([1, 2, 3]);
  await client.next('signed-out');
  await eventually('the close', () => client.closeCode === 4401);
  expect((await gateway.ask('GET', `/api/questions/${room.questionId}`)).status).toBe(200);
  visitor.close();
});

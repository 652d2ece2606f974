import { contentRpc } from '@hearsay/contracts';
import { eventually, findNatsBinary, TestNatsServer } from '@hearsay/testing';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { FakeRoom } from './fake-room.suite.js';
import { GatewayUnderTest } from './gateway-under-test.suite.js';
import { questionView } from './views.suite.js';

let nats: TestNatsServer;
beforeAll(async () => {
  const binary = (await findNatsBinary('2.15')) ?? (await findNatsBinary('2.10')) ?? (await findNatsBinary('2.9'));
  if (!binary) throw new Error('No nats-server on this machine');
  nats = await TestNatsServer.start(binary);
});
afterAll(() => nats.dispose());

it('a gateway keeps its sockets while NATS is gone, then sends missed entries', async () => {
  const gateway = await GatewayUnderTest.start({ NATS_URL: nats.url });
  const room = new FakeRoom(gateway.services);
  const { cookie, tokenHash } = gateway.services.signIn('nora');
  gateway.services.on(contentRpc.questionPage, () => ({
    question: questionView({ id: room.questionId, lastNumber: 3 }),
    replies: [],
    isCut: false,
  }));
  const client = await (await gateway.socket({ cookie })).join(room.questionId);
  const visitor = await (await gateway.socket()).join(room.questionId);

  await nats.kill();
  room.say(3, { publish: false });
  gateway.services.forgetSession(tokenHash);
  expect((await gateway.health()).status).toBe(503);
  await client.pong();

  await nats.start();
  await eventually('the missed words', () => visitor.numbers().length === 3);
  expect(visitor.numbers()).toEqual([1, 2, 3]);
  await client.next('signed-out');
  expect(await client.closed()).toBe(4401);
  expect((await gateway.get(`/api/questions/${room.questionId}`)).status).toBe(200);
});

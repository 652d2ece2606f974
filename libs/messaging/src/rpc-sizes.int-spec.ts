import { randomUUID } from 'node:crypto';
import { contentRpc, identityRpc, rpcSubject } from '@hearsay/contracts';
import { connectTestNats, findNatsBinary, TestNatsServer } from '@hearsay/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { NatsConnection } from '@nats-io/transport-node';
import { publishLive, subscribeLive } from './live.js';
import { RpcClient } from './rpc-client.js';
import type { RpcServer } from './rpc-server.js';
import { contextOf, handler, serve } from './serving.suite.js';
import { maxPayloadOf } from './wire.js';

const sizes = new Map<string, number>();
const faults: unknown[] = [];

const located = handler(contentRpc.locate, async ({ id }) => ({
  location: { contentType: 'question' as const, id, questionId: '…'.repeat(sizes.get(id) ?? 0) },
}));
const targets = handler(contentRpc.contentTargets, async () => ({ targets: [] }));

let server: TestNatsServer;
let serving: NatsConnection;
let asking: NatsConnection;
let client: RpcClient;
let answering: RpcServer;

beforeAll(async () => {
  server = await TestNatsServer.start(((await findNatsBinary('2.15')) ?? (await findNatsBinary('2.9')))!);
  serving = await connectTestNats(server.url);
  asking = await connectTestNats(server.url);
  client = new RpcClient(asking, { prefix: '' });
  answering = await serve(serving, [located, targets], { onError: (error) => faults.push(error) });
});
afterAll(async () => {
  client.close();
  await answering.close();
  await serving.close();
  await asking.close();
  await server.dispose();
});

const locate = (characters: number) => {
  const id = randomUUID();
  sizes.set(id, characters);
  return client.call(contentRpc.locate, { id }, contextOf());
};
const isServing = async () => expect((await locate(1)).location?.questionId).toBe('…');

describe('answers that together exceed a NATS message', () => {
  it('answers are sent in several messages, each answer complete', async () => {
    const characters = Math.floor(maxPayloadOf(asking) / 10);
    const answers = await Promise.all(Array.from({ length: 40 }, () => locate(characters)));
    expect(answers.map(({ location }) => location?.questionId?.length)).toEqual(answers.map(() => characters));
  });

  it('if one answer is too large, it is logged, and the others are still sent', async () => {
    faults.length = 0;
    const [small, big, other] = await Promise.allSettled([locate(10), locate(maxPayloadOf(asking)), locate(20)]);
    expect(big).toMatchObject({ status: 'rejected', reason: { code: 'internal' } });
    expect([small, other].map((answer) => answer.status)).toEqual(['fulfilled', 'fulfilled']);
    expect(faults).toHaveLength(1);
    await isServing();
  });
});

describe('calls that together exceed a NATS message', () => {
  const text = (characters: number) => '…'.repeat(characters) as unknown as 'question';
  const target = (characters: number) =>
    client.call(
      contentRpc.contentTargets,
      { items: [{ contentType: text(characters), contentId: randomUUID() }] },
      contextOf(),
    );

  it('calls are sent in several messages', async () => {
    const characters = Math.floor(maxPayloadOf(asking) / 10);
    const answers = await Promise.allSettled(Array.from({ length: 12 }, () => target(characters)));
    // Each call has arrived and was checked, and is refused because of its unknown content type.
    expect(answers.map((answer) => answer.status === 'rejected' && answer.reason.code)).toEqual(
      answers.map(() => 'invalid_input'),
    );
  });

  it('if one call is too large, it is refused, and the others are still answered', async () => {
    const [big, small] = await Promise.allSettled([target(maxPayloadOf(asking)), locate(3)]);
    expect(big).toMatchObject({ status: 'rejected', reason: { code: 'too_large' } });
    expect(small.status).toBe('fulfilled');
  });
});

describe('a message that none of our clients has written', () => {
  const strange = [
    '',
    'not JSON',
    'null',
    '{"calls":[]}',
    '[null]',
    '[{"id":1}]',
    '[{"id":1,"name":"locate","input":{},"context":null}]',
    '[{"id":1,"name":"locate","context":{}}]',
  ];

  it('a foreign message is dropped, and the service continues', async () => {
    for (const body of strange)
      asking.publish(rpcSubject('content', 'gateway'), body, { reply: '_INBOX_gateway.nobody.listens' });
    await asking.flush();
    await isServing();
  });

  it('a foreign message to the caller is dropped, and the caller continues', async () => {
    // A process that knows the inbox of a caller can write to it.
    const overheard = new Promise<string>((resolve) => {
      serving.subscribe(rpcSubject('identity', '*'), {
        max: 1,
        callback: (_error, message) => resolve(message.reply ?? ''),
      });
    });
    await serving.flush();
    const call = client.call(identityRpc.accountByName, { username: 'maya' }, contextOf());
    const inbox = await overheard;
    for (const body of strange) serving.publish(inbox, body);
    serving.publish(inbox, JSON.stringify([{ id: 0, output: null }]));
    await serving.flush();
    await isServing();
    client.close();
    await expect(call).rejects.toMatchObject({ code: 'unavailable' });
    client = new RpcClient(asking, { prefix: '' });
  });

  type Receive = Parameters<typeof subscribeLive<{ words: { length: number } | null }>>[2];
  it.each<[string, (received: string[]) => Receive]>([
    [
      'at once',
      (received) =>
        ({ words }) => {
          received.push(String(words!.length));
        },
    ],
    [
      'with a promise',
      (received) =>
        async ({ words }) => {
          received.push(String(words!.length));
        },
    ],
  ])('is dropped on a live subject that is received %s, and reported', async (_how, receiveInto) => {
    const reported: unknown[] = [];
    const received: string[] = [];
    const subscription = subscribeLive(serving, 'live.test', receiveInto(received), (error) => reported.push(error));
    await serving.flush();
    for (const body of strange) asking.publish('live.test', body);
    publishLive(asking, 'live.test', { words: 'four' });
    await asking.flush();
    await serving.flush();
    expect(received).toEqual(['4']);
    expect(reported).toHaveLength(strange.length);
    subscription.unsubscribe();
  });
});

describe('a service does not start', () => {
  const { locate: location, contentTargets, feed } = contentRpc;
  it.each([
    ['a contract has no handler', [located, targets], [location, contentTargets, feed], 'content.feed'],
    ['a handler has no contract', [located, targets], [location], 'content.content-targets'],
    ['two methods answer one contract', [located, located], [location], 'content.locate'],
  ])('while %s', async (_fault, handlers, contracts, named) => {
    await expect(serve(serving, handlers, { prefix: 'other.', contracts })).rejects.toThrow(named);
  });
});

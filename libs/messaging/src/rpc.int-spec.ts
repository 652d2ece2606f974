import { randomUUID } from 'node:crypto';
import { type CallContext, identityRpc, inboxPrefixOf, Refusal } from '@hearsay/contracts';
import { connectTestNats, eventually, findNatsBinary, TestNatsServer, uniqueSubjectPrefix } from '@hearsay/testing';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { NatsConnection } from '@nats-io/transport-node';
import { watchStatus } from './connection.js';
import { RpcClient } from './rpc-client.js';
import type { RpcServer } from './rpc-server.js';
import { contextOf, handler, serve } from './serving.suite.js';

const accountId = randomUUID();
const faults: unknown[] = [];
const seen: CallContext[] = [];
let holdUp: Promise<void> = Promise.resolve();
const hold = () => {
  let release = () => {};
  holdUp = new Promise((resolve) => (release = resolve));
  return () => release();
};

const names = handler(identityRpc.accountByName, async ({ username }, context) => {
  seen.push(context);
  if (username === 'slow') await holdUp;
  if (username === 'refused') throw new Refusal('conflict', 'Taken', { fields: { username: 'taken' } });
  if (username === 'broken') throw new Error('a secret of the house');
  return { accountId };
});

let connection: NatsConnection;
let client: RpcClient;
let server: RpcServer;
const prefix = uniqueSubjectPrefix();

beforeAll(async () => {
  connection = await connectTestNats();
  client = new RpcClient(connection, { prefix });
  server = await serve(connection, [names], { prefix, onError: (error) => faults.push(error) });
});
afterAll(async () => {
  client.close();
  await server.close();
  await connection.close();
});

const call = (username: string, context: Partial<CallContext> = {}) =>
  client.call(identityRpc.accountByName, { username }, contextOf(context));

describe('a call', () => {
  it('a call reaches its handler with its context and returns the answer', async () => {
    expect(await call('maya', { correlationId: 'from-the-browser', accountId })).toEqual({ accountId });
    expect(seen.at(-1)).toMatchObject({ correlationId: 'from-the-browser', accountId });
  });

  it('a call is answered together with others that are ready in the same turn', async () => {
    const letGo = hold();
    const answers: unknown[][] = [];
    const listening = connection.subscribe(`${inboxPrefixOf('operator')}.>`, {
      callback: (_error, message) => {
        if (message.string().includes(accountId)) answers.push(message.json());
      },
    });
    const seenBefore = seen.length;
    const calls: Promise<unknown>[] = [];
    for (let count = 1; count <= 3; count += 1) {
      calls.push(call('slow'));
      await eventually('a message more has come', () => seen.length === seenBefore + count);
    }
    letGo();
    expect(await Promise.all(calls)).toEqual(Array(3).fill({ accountId }));
    await eventually('the answers were seen', () => answers.length > 0);
    listening.unsubscribe();
    expect(answers.map((group) => group.length)).toEqual([3]);
  });

  it('a call returns a refusal with all its fields', async () => {
    await expect(call('refused')).rejects.toMatchObject({
      code: 'conflict',
      message: 'Taken',
      details: { fields: { username: 'taken' } },
    });
  });

  it('a call returns no details of an unexpected error', async () => {
    await expect(call('broken')).rejects.toMatchObject({
      code: 'internal',
      message: expect.not.stringContaining('secret'),
    });
    expect(String(faults.at(-1))).toContain('a secret of the house');
  });

  it('a call with an invalid input is refused with the name of the field', async () => {
    await expect(call(7 as unknown as string)).rejects.toMatchObject({
      code: 'invalid_input',
      details: { fields: { username: expect.any(String) } },
    });
  });

  it('a call is unavailable at once if the service is not running', async () => {
    const alone = new RpcClient(connection, { prefix: uniqueSubjectPrefix() });
    const context = contextOf();
    const lonely = alone.call(identityRpc.accountByName, { username: 'x' }, context);
    await expect(lonely).rejects.toMatchObject({ code: 'unavailable', details: { retryAfter: 1 } });
    expect(Date.now()).toBeLessThan(Date.parse(context.deadline));
    alone.close();
  });

  it('a call without an answer is unavailable at its deadline', async () => {
    const release = hold();
    await expect(call('slow', contextOf({}, 100))).rejects.toMatchObject({ code: 'unavailable' });
    release();
  });

  it('a call is not delayed by a slow call in the same message', async () => {
    const release = hold();
    const slow = call('slow');
    await call('quick');
    release();
    await slow;
  });

  it('a call gets its own answer among hundreds of others', async () => {
    const answers = await Promise.allSettled(
      Array.from({ length: 500 }, (_, index) => call(index % 5 === 0 ? 'refused' : 'maya')),
    );
    expect(answers.map((answer) => answer.status)).toEqual(
      Array.from({ length: 500 }, (_, index) => (index % 5 === 0 ? 'rejected' : 'fulfilled')),
    );
  });
});

describe('calls while NATS is away', () => {
  const outageDeadlineMs = 20_000;
  let nats: TestNatsServer;
  let asking: NatsConnection;
  let own: NatsConnection;
  let caller: RpcClient;
  let answering: RpcServer;
  beforeEach(async () => {
    nats = await TestNatsServer.start(((await findNatsBinary('2.15')) ?? (await findNatsBinary('2.9')))!);
    [asking, own] = await Promise.all([connectTestNats(nats.url), connectTestNats(nats.url)]);
    caller = new RpcClient(asking, { prefix: '' });
    answering = await serve(own, [names]);
  });
  afterEach(async () => {
    caller.close();
    await answering.close();
    await Promise.all([asking.close(), own.close()]);
    await nats.dispose();
  });
  const ask = (username: string, withinMs?: number) =>
    caller.call(identityRpc.accountByName, { username }, contextOf({}, withinMs));
  /** Resolves once this connection has noticed the break. */
  const killNats = async (connection: NatsConnection) => {
    let isBroken = false;
    const noteBreak = () => {
      isBroken = true;
    };
    void watchStatus(connection, { disconnect: noteBreak });
    await nats.kill();
    await eventually('the break is noticed', () => isBroken);
  };

  it('calls are refused at once while NATS is away, and answered after the reconnect', async () => {
    const askNow = async () => {
      const startedAt = performance.now();
      const code = await ask('maya', outageDeadlineMs).then(
        () => 'answered',
        (error: Refusal) => error.code,
      );
      return { code, isAtOnce: performance.now() - startedAt < outageDeadlineMs / 2 };
    };
    await killNats(asking);
    expect(await askNow()).toEqual({ code: 'unavailable', isAtOnce: true });
    await nats.start();
    await eventually('calls are answered again', async () => (await askNow()).code === 'answered');
  });

  it('calls that were sent before an outage of NATS are answered after it', async () => {
    const release = hold();
    const from = seen.length;
    const outcome = ask('slow');
    await eventually('the call is under way', () => seen.length > from);
    await killNats(own);
    release();
    await new Promise((resolve) => setImmediate(resolve));
    await nats.start();
    expect(await outcome).toEqual({ accountId });
  });
});

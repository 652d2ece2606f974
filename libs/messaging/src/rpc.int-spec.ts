import 'reflect-metadata';
import { randomUUID } from 'node:crypto';
import { type CallContext, identityRpc, inboxPrefixOf, Refusal } from '@hearsay/contracts';
import { connectTestNats, eventually, findNatsBinary, TestNatsServer, uniqueSubjectPrefix } from '@hearsay/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { NatsConnection } from '@nats-io/transport-node';
import { Catch, Controller, type INestMicroservice, Module, type RpcExceptionFilter } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { throwError } from 'rxjs';
import { watchBreaks } from './connection.js';
import { RpcClient } from './rpc-client.js';
import { Handles, RpcServer } from './rpc-server.js';

const accountId = randomUUID();
const answered = [identityRpc.accountByName];
const faults: unknown[] = [];
const seen: CallContext[] = [];
let holdUp: Promise<void> = Promise.resolve();

@Controller()
class Names {
  @Handles(identityRpc.accountByName)
  async accountByName(input: { username: string }, context: CallContext): Promise<{ accountId: string | null }> {
    seen.push(context);
    if (input.username === 'slow') await holdUp;
    if (input.username === 'refused') throw new Refusal('conflict', 'Taken', { fields: { username: 'taken' } });
    if (input.username === 'broken') throw new Error('a secret of the house');
    return { accountId };
  }
}
@Catch()
class Passthrough implements RpcExceptionFilter {
  catch(error: unknown) {
    return throwError(() => error);
  }
}
@Module({ controllers: [Names] })
class NamesModule {}

let connection: NatsConnection;
let client: RpcClient;
let app: INestMicroservice;
const prefix = uniqueSubjectPrefix();

beforeAll(async () => {
  connection = await connectTestNats();
  client = new RpcClient(connection, { prefix });
  app = await NestFactory.createMicroservice(NamesModule, {
    logger: false,
    strategy: new RpcServer({
      connection,
      service: 'identity',
      prefix,
      contracts: answered,
      onError: (error) => faults.push(error),
    }),
  });
  app.useGlobalFilters(new Passthrough());
  await app.listen();
});
afterAll(async () => {
  client.close();
  await app.close();
  await connection.close();
});

const call = (username: string, context: Partial<CallContext> = {}) =>
  client.call(
    identityRpc.accountByName,
    { username },
    { correlationId: 'c', accountId: null, deadline: inMs(callTimeoutMs), ...context },
  );
const callTimeoutMs = 60_000;
const inMs = (ms: number) => new Date(Date.now() + ms).toISOString();

describe('a call', () => {
  it('reaches its handler with its context and brings the answer back', async () => {
    expect(await call('maya', { correlationId: 'from-the-browser', accountId })).toEqual({ accountId });
    expect(seen.at(-1)).toMatchObject({ correlationId: 'from-the-browser', accountId });
  });

  it('is answered together with others that are ready in the same turn', async () => {
    let letGo = () => {};
    holdUp = new Promise((resolve) => {
      letGo = resolve;
    });
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

  it('returns a refusal with all its fields', async () => {
    await expect(call('refused')).rejects.toMatchObject({
      code: 'conflict',
      message: 'Taken',
      details: { fields: { username: 'taken' } },
    });
  });

  it('returns nothing of a fault but that there was one', async () => {
    await expect(call('broken')).rejects.toMatchObject({
      code: 'internal',
      message: expect.not.stringContaining('secret'),
    });
    expect(String(faults.at(-1))).toContain('a secret of the house');
  });

  it('with invalid input is refused with the field', async () => {
    await expect(call(7 as unknown as string)).rejects.toMatchObject({
      code: 'invalid_input',
      details: { fields: { username: expect.any(String) } },
    });
  });

  it('to a service that is not running is unavailable at once', async () => {
    const alone = new RpcClient(connection, { prefix: uniqueSubjectPrefix() });
    const deadline = inMs(callTimeoutMs);
    const lonely = alone.call(
      identityRpc.accountByName,
      { username: 'x' },
      { correlationId: 'c', accountId: null, deadline },
    );
    await expect(lonely).rejects.toMatchObject({ code: 'unavailable', details: { retryAfter: 1 } });
    expect(Date.now()).toBeLessThan(Date.parse(deadline));
    alone.close();
  });

  it('without an answer is unavailable at its deadline', async () => {
    let release = () => {};
    holdUp = new Promise((resolve) => (release = resolve));
    await expect(call('slow', { deadline: inMs(100) })).rejects.toMatchObject({ code: 'unavailable' });
    release();
  });

  it('is not held up by a slow one in the same message', async () => {
    let release = () => {};
    holdUp = new Promise((resolve) => (release = resolve));
    const slow = call('slow');
    await call('quick');
    release();
    await slow;
  });

  it('keeps its answer apart from hundreds of others', async () => {
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

  it('are refused at once, and answered again after the reconnect', async () => {
    const binary = (await findNatsBinary('2.15')) ?? (await findNatsBinary('2.9'));
    const server = await TestNatsServer.start(binary!);
    const own = await connectTestNats(server.url);
    const caller = new RpcClient(own, { prefix: '' });
    const ask = async () => {
      const startedAt = performance.now();
      const code = await caller
        .call(
          identityRpc.accountByName,
          { username: 'maya' },
          { correlationId: 'c', accountId: null, deadline: inMs(outageDeadlineMs) },
        )
        .then(
          () => 'answered',
          (error: Refusal) => error.code,
        );
      return { code, isAtOnce: performance.now() - startedAt < outageDeadlineMs / 2 };
    };
    await server.kill();
    await eventually('calls are refused at once', async () => (await ask()).isAtOnce);
    expect((await ask()).code).toBe('unavailable');
    await server.start();
    const answering = await NestFactory.createMicroservice(NamesModule, {
      logger: false,
      strategy: new RpcServer({
        connection: own,
        service: 'identity',
        prefix: '',
        contracts: answered,
        onError: () => undefined,
      }),
    });
    await answering.listen();
    await eventually('calls are answered again', async () => (await ask()).code === 'answered');
    caller.close();
    await answering.close();
    await own.close();
    await server.dispose();
  });

  it('from before the outage are answered after it, also with an early answer', async () => {
    const binary = (await findNatsBinary('2.15')) ?? (await findNatsBinary('2.9'));
    const server = await TestNatsServer.start(binary!);
    const [asking, own] = await Promise.all([connectTestNats(server.url), connectTestNats(server.url)]);
    const caller = new RpcClient(asking, { prefix: '' });
    const answering = await NestFactory.createMicroservice(NamesModule, {
      logger: false,
      strategy: new RpcServer({
        connection: own,
        service: 'identity',
        prefix: '',
        contracts: answered,
        onError: () => undefined,
      }),
    });
    await answering.listen();
    let release = () => {};
    holdUp = new Promise((resolve) => (release = resolve));
    const from = seen.length;
    const context = { correlationId: 'c', accountId: null, deadline: inMs(callTimeoutMs) };
    const outcome = caller.call(identityRpc.accountByName, { username: 'slow' }, context);
    await eventually('the call is under way', () => seen.length > from);
    let isBroken = false;
    void watchBreaks(own, {
      break: () => {
        isBroken = true;
      },
      return: () => undefined,
    });
    await server.kill();
    await eventually('the break is noticed', () => isBroken);
    release();
    await new Promise((resolve) => setImmediate(resolve));
    await server.start();
    expect(await outcome).toEqual({ accountId });
    caller.close();
    await answering.close();
    await Promise.all([asking.close(), own.close()]);
    await server.dispose();
  });
});

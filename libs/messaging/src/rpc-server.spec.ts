import 'reflect-metadata';
import { type CallContext, identityRpc, inboxPrefixOf, steadyNow } from '@hearsay/contracts';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { BreakingConnection, turn } from './breaking-connection.suite.js';
import { RpcServer } from './rpc-server.js';
import { encode } from './wire.js';

const { name } = identityRpc.accountByName;

describe('an answer during a lost connection', () => {
  let connection: BreakingConnection;
  let server: RpcServer;
  let answer: (accountId: string) => void;
  beforeEach(async () => {
    jest.useFakeTimers({ doNotFake: ['setImmediate', 'nextTick', 'queueMicrotask', 'Date', 'performance'] });
    connection = new BreakingConnection();
    const contracts = [identityRpc.accountByName];
    server = new RpcServer({
      connection: connection.asNats,
      service: 'identity',
      prefix: '',
      contracts,
      onError: () => undefined,
    });
    server.addHandler(
      `identity.${name}`,
      () => new Promise((resolve) => (answer = (accountId) => resolve({ accountId }))),
    );
    await new Promise((resolve) => server.listen(resolve));
    await turn();
  });
  afterEach(() => void jest.useRealTimers());

  const ask = () => {
    const context = { correlationId: 'c', accountId: null, deadline: new Date(Date.now() + 60_000).toISOString() };
    const call = { id: 7, name, input: { username: 'maya' }, context };
    const data = new TextEncoder().encode(encode([call]));
    connection.deliver({ subject: 'rpc.identity.operator', reply: `${inboxPrefixOf('operator')}.a.1`, data });
  };
  const sent = () => connection.published.flatMap((text) => JSON.parse(text) as { id: number; output: object }[]);

  it('is held until its caller is back too, since it would be lost before', async () => {
    ask();
    await connection.becomes('disconnect');
    answer('maya');
    await turn();
    jest.advanceTimersByTime(60_000);
    expect(sent()).toEqual([]);
    await connection.becomes('reconnect');
    jest.advanceTimersByTime(999);
    expect(sent()).toEqual([]);
    jest.advanceTimersByTime(1);
    expect(sent()).toEqual([{ id: 7, output: { accountId: 'maya' } }]);
  });

  it('is held longer if the connection is lost again before callers are back', async () => {
    ask();
    await connection.becomes('disconnect');
    answer('maya');
    await turn();
    await connection.becomes('reconnect');
    await connection.becomes('disconnect');
    jest.advanceTimersByTime(60_000);
    expect(sent()).toEqual([]);
    await connection.becomes('reconnect');
    jest.advanceTimersByTime(1000);
    expect(sent()).toHaveLength(1);
  });

  it('is sent at once without trouble', async () => {
    ask();
    answer('maya');
    await turn();
    await turn();
    expect(sent()).toHaveLength(1);
  });
});

describe('the deadline of a call', () => {
  const hourMs = 3_600_000;
  let connection: BreakingConnection;
  let contexts: CallContext[];
  let clocks: [string, number][];
  let server: RpcServer;
  beforeEach(async () => {
    connection = new BreakingConnection();
    contexts = [];
    clocks = [];
    server = new RpcServer({
      connection: connection.asNats,
      service: 'identity',
      prefix: '',
      contracts: [identityRpc.accountByName],
      onError: () => undefined,
      onClock: (caller, aheadMs) => void clocks.push([caller, Math.round(aheadMs / 1000)]),
    });
    server.addHandler(`identity.${name}`, async (_input: unknown, context: CallContext) => {
      contexts.push(context);
      return { accountId: null };
    });
    await new Promise((resolve) => server.listen(resolve));
  });
  afterEach(() => server.close());

  it.each([
    ['an hour behind ours', -hourMs],
    ['nine seconds behind ours', -9000],
    ['an hour ahead of ours', hourMs],
  ])('is the caller’s remaining time with a clock %s, which is reported once', async (_name, ahead) => {
    const sentAt = Date.now() + ahead;
    const context = { correlationId: 'c', accountId: null, deadline: new Date(sentAt + 5000).toISOString() };
    const deliver = (remainingMs: number) =>
      connection.deliver({
        subject: 'rpc.identity.operator',
        reply: `${inboxPrefixOf('operator')}.a.1`,
        data: new TextEncoder().encode(
          encode([{ id: 7, name, input: { username: 'maya' }, context, remainingMs, sentAt }]),
        ),
      });
    deliver(60_000);
    deliver(0);
    await turn();
    expect(contexts).toHaveLength(1);
    expect(Math.abs(Date.parse(contexts[0]!.deadline) - steadyNow() - 60_000)).toBeLessThan(30_000);
    expect(clocks).toEqual([['operator', Math.round(ahead / 1000)]]);
  });
});

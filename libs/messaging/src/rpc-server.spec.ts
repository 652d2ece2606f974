import 'reflect-metadata';
import { type CallContext, identityRpc, inboxPrefixOf, steadyNow } from '@hearsay/contracts';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { BreakingConnection, nextTurn } from './breaking-connection.suite.js';
import { RpcServer } from './rpc-server.js';
import { encode } from './wire.js';

const { name } = identityRpc.accountByName;
const inMs = (ms: number) => new Date(Date.now() + ms).toISOString();

let connection: BreakingConnection;
let server: RpcServer;
let clocks: [string, number][];
const serve = async (answer: (input: unknown, context: CallContext) => Promise<unknown>) => {
  connection = new BreakingConnection();
  clocks = [];
  server = new RpcServer({
    connection: connection.asNats,
    service: 'identity',
    prefix: '',
    contracts: [identityRpc.accountByName],
    onError: () => undefined,
    onClock: (caller, aheadMs) => void clocks.push([caller, Math.round(aheadMs / 1000)]),
  });
  server.addHandler(`identity.${name}`, answer);
  await new Promise((resolve) => server.listen(resolve));
  await nextTurn();
};
const ask = (sent: { deadline?: string; remainingMs?: number; sentAt?: number } = {}) => {
  const { deadline, remainingMs = 60_000, sentAt } = sent;
  const context = { correlationId: 'c', accountId: null, deadline };
  const call = { id: 7, name, input: { username: 'maya' }, context, remainingMs, sentAt };
  const data = new TextEncoder().encode(encode([call]));
  connection.deliver({ subject: 'rpc.identity.operator', reply: `${inboxPrefixOf('operator')}.a.1`, data });
};

describe('an answer during a lost connection', () => {
  let answer: (accountId: string) => void;
  beforeEach(async () => {
    jest.useFakeTimers({ doNotFake: ['setImmediate', 'nextTick', 'queueMicrotask', 'Date', 'performance'] });
    await serve(() => new Promise((resolve) => (answer = (accountId) => resolve({ accountId }))));
  });
  afterEach(() => void jest.useRealTimers());

  const sent = () => connection.published.flatMap((text) => JSON.parse(text) as { id: number; output: object }[]);

  it('an answer is held until its caller is connected again', async () => {
    ask();
    await connection.setStatus('disconnect');
    answer('maya');
    await nextTurn();
    jest.advanceTimersByTime(60_000);
    expect(sent()).toEqual([]);
    await connection.setStatus('reconnect');
    jest.advanceTimersByTime(999);
    expect(sent()).toEqual([]);
    jest.advanceTimersByTime(1);
    expect(sent()).toEqual([{ id: 7, output: { accountId: 'maya' } }]);
  });

  it('an answer is held longer if the connection is lost again in that time', async () => {
    ask();
    await connection.setStatus('disconnect');
    answer('maya');
    await nextTurn();
    await connection.setStatus('reconnect');
    await connection.setStatus('disconnect');
    jest.advanceTimersByTime(60_000);
    expect(sent()).toEqual([]);
    await connection.setStatus('reconnect');
    jest.advanceTimersByTime(1000);
    expect(sent()).toHaveLength(1);
  });
});

describe('a process that ends', () => {
  it('a call is answered if it arrives before NATS knows that the process ends', async () => {
    await serve(async () => ({ accountId: 'maya' }));
    const closed = server.close();
    ask();
    await closed;
    expect(connection.published.map((text) => JSON.parse(text))).toEqual([[{ id: 7, output: { accountId: 'maya' } }]]);
  });
});

describe('the deadline of a call', () => {
  const hourMs = 3_600_000;
  afterEach(() => server.close());

  const serveContexts = async () => {
    const contexts: CallContext[] = [];
    await serve(async (_input, context) => {
      contexts.push(context);
      return { accountId: null };
    });
    return contexts;
  };

  it.each([
    ['an hour behind ours', -hourMs],
    ['nine seconds behind ours', -9000],
    ['an hour ahead of ours', hourMs],
  ])('is the caller’s remaining time, also if its clock is %s, which is reported once', async (_name, ahead) => {
    const contexts = await serveContexts();
    const deadline = inMs(ahead + 5000);
    for (const remainingMs of [60_000, 0]) ask({ deadline, remainingMs, sentAt: Date.now() + ahead });
    await nextTurn();
    expect(contexts).toHaveLength(1);
    expect(Math.abs(Date.parse(contexts[0]!.deadline) - steadyNow() - 60_000)).toBeLessThan(30_000);
    expect(clocks).toEqual([['operator', Math.round(ahead / 1000)]]);
  });

  it('the deadline is the remaining time, not the instant that release 0.9.0 demands', async () => {
    const contexts = await serveContexts();
    ask({ remainingMs: 60_000 });
    await nextTurn();
    expect(Math.abs(Date.parse(contexts[0]!.deadline) - steadyNow() - 60_000)).toBeLessThan(30_000);
  });
});

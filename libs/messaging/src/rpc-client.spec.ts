import { type CallContext, deadlineIn, engagementRpc, identityRpc } from '@hearsay/contracts';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { BreakingConnection, nextTurn } from './breaking-connection.suite.js';
import { RpcClient } from './rpc-client.js';

describe('a call during a lost connection', () => {
  let now: number;
  let connection: BreakingConnection;
  let client: RpcClient;
  beforeEach(() => {
    now = performance.now();
    jest.spyOn(performance, 'now').mockImplementation(() => now);
    connection = new BreakingConnection();
    client = new RpcClient(connection.asNats, { prefix: '' });
  });
  afterEach(() => {
    client.close();
    jest.restoreAllMocks();
  });

  const call = async (username: string): Promise<unknown> => {
    const context: CallContext = { correlationId: 'c', accountId: null, deadline: deadlineIn(10_000) };
    const outcome = client.call(identityRpc.accountByName, { username }, context).catch((error: unknown) => error);
    await nextTurn();
    return { outcome };
  };
  const outcomeOf = async (called: unknown) => (called as { outcome: Promise<unknown> }).outcome;

  it('a call is sent after the reconnect, because it would be lost before', async () => {
    await nextTurn();
    await connection.setStatus('disconnect');
    await call('maya');
    await call('nora');
    expect(connection.published).toEqual([]);
    await connection.setStatus('reconnect');
    expect(
      connection.published.flatMap((text) => JSON.parse(text) as { input: object }[]).map(({ input }) => input),
    ).toEqual([{ username: 'maya' }, { username: 'nora' }]);
    await call('ines');
    expect(connection.published).toHaveLength(2);
  });

  it('a call contains the time that remains when it is sent', async () => {
    await nextTurn();
    await connection.setStatus('disconnect');
    await call('maya');
    now += 700;
    await connection.setStatus('reconnect');
    const [sent] = JSON.parse(connection.published[0]!) as { remainingMs: number }[];
    expect(Math.abs(sent!.remainingMs - 9300)).toBeLessThanOrEqual(1);
  });

  it('a call also contains the deadline, because release 0.9.0 drops calls without it', async () => {
    await call('maya');
    const [sent] = JSON.parse(connection.published[0]!) as { context: object }[];
    expect(sent!.context).toEqual({ correlationId: 'c', accountId: null, deadline: expect.any(String) });
  });

  it('a call is refused after a second without a connection, and never sent', async () => {
    await nextTurn();
    await connection.setStatus('disconnect');
    const called = await call('maya');
    now += 1001;
    expect(await outcomeOf(called)).toMatchObject({ code: 'unavailable', details: { retryAfter: 1 } });
    await connection.setStatus('reconnect');
    expect(connection.published).toEqual([]);
  });
});

describe('a bounded call', () => {
  let connection: BreakingConnection;
  let client: RpcClient;
  beforeEach(async () => {
    jest.useFakeTimers({ doNotFake: ['Date', 'setImmediate', 'nextTick', 'queueMicrotask'] });
    connection = new BreakingConnection();
    client = new RpcClient(connection.asNats, {
      prefix: '',
      bounded: { maxAtOnce: 4, includes: ({ kind }) => kind === 'query' },
    });
  });
  afterEach(() => {
    client.close();
    jest.useRealTimers();
  });

  const context = (): CallContext => ({
    correlationId: 'c',
    accountId: null,
    deadline: new Date(Date.now() + 10_000).toISOString(),
  });
  const ignore = () => undefined;
  const read = () => void client.call(identityRpc.accountByName, { username: 'maya' }, context()).catch(ignore);
  const act = () => void client.call(engagementRpc.setBoost, {} as never, context()).catch(ignore);
  const asked = () => connection.published.flatMap((text) => JSON.parse(text) as { id: number; name: string }[]);
  const answerLast = async () => {
    const id = asked().at(-1)?.id;
    connection.deliver({ subject: 'inbox.0', data: new TextEncoder().encode(JSON.stringify([{ id, output: {} }])) });
    await nextTurn();
  };
  const names = () => asked().map(({ name }) => name);

  it('a bounded call is sent after an act in progress', async () => {
    act();
    read();
    await nextTurn();
    expect(names()).toEqual([engagementRpc.setBoost.name]);
    await answerLast();
    // The answer ends the act, and the waiting calls are sent at the end of this turn.
    await nextTurn();
    expect(names()).toEqual([engagementRpc.setBoost.name, identityRpc.accountByName.name]);
  });
});

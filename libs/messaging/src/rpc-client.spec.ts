import { type CallContext, identityRpc } from '@hearsay/contracts';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { BreakingConnection, turn } from './breaking-connection.suite.js';
import { RpcClient } from './rpc-client.js';

describe('a call that meets a break of the connection', () => {
  let now: number;
  let connection: BreakingConnection;
  let client: RpcClient;
  beforeEach(() => {
    now = Date.now();
    jest.spyOn(Date, 'now').mockImplementation(() => now);
    connection = new BreakingConnection();
    client = new RpcClient(connection.asNats, { prefix: '' });
  });
  afterEach(() => {
    client.close();
    jest.restoreAllMocks();
  });

  const call = async (username: string): Promise<unknown> => {
    const context: CallContext = { correlationId: 'c', accountId: null, deadline: new Date(now + 10_000).toISOString() };
    const outcome = client.call(identityRpc.accountByName, { username }, context).catch((error: unknown) => error);
    await turn();
    return { outcome };
  };
  const outcomeOf = async (called: unknown) => (called as { outcome: Promise<unknown> }).outcome;

  it('is sent when it is over, and not into it: there it would be lost', async () => {
    await turn();
    await connection.becomes('disconnect');
    await call('maya');
    await call('nora');
    expect(connection.published).toEqual([]);
    await connection.becomes('reconnect');
    expect(connection.published.flatMap((text) => JSON.parse(text) as { input: object }[]).map(({ input }) => input)).toEqual([
      { username: 'maya' },
      { username: 'nora' },
    ]);
    await call('ines');
    expect(connection.published).toHaveLength(2);
  });

  it('is refused when that takes longer than a second, not at its deadline, and never sent', async () => {
    await turn();
    await connection.becomes('disconnect');
    const called = await call('maya');
    now += 1001;
    expect(await outcomeOf(called)).toMatchObject({ code: 'unavailable', details: { retryAfter: 1 } });
    await connection.becomes('reconnect');
    expect(connection.published).toEqual([]);
  });
});

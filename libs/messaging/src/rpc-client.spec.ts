import { type CallContext, identityRpc } from '@hearsay/contracts';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { NatsConnection } from '@nats-io/nats-core';
import { RpcClient } from './rpc-client.js';

/** A connection that breaks and comes back as a test says. */
class BreakingConnection {
  readonly published: string[] = [];
  #tell: ((type: string) => void) | undefined;

  subscribe = () => ({ unsubscribe: () => undefined });
  isClosed = () => false;
  publish = (_subject: string, text: string) => void this.published.push(text);

  async *status(): AsyncGenerator<{ type: string }> {
    for (;;) yield { type: await new Promise<string>((resolve) => (this.#tell = resolve)) };
  }

  async becomes(type: 'disconnect' | 'reconnect'): Promise<void> {
    this.#tell?.(type);
    await turn();
  }
}

const turn = () => new Promise((resolve) => setImmediate(resolve));

describe('a call that meets a break of the connection', () => {
  let now: number;
  let connection: BreakingConnection;
  let client: RpcClient;
  beforeEach(() => {
    now = Date.now();
    jest.spyOn(Date, 'now').mockImplementation(() => now);
    connection = new BreakingConnection();
    client = new RpcClient(connection as unknown as NatsConnection, { prefix: '' });
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

import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { identityRpc, type Rpc, type RpcInput, type RpcOutput } from '@hearsay/contracts';
import { RpcClient } from '@hearsay/messaging';
import { operatorContext, type RunningService } from '@hearsay/service-runtime';
import { eventually, type TestService, uniqueSubjectPrefix } from '@hearsay/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startIdentity, startReplica } from './identity.suite.js';
import { hashToken } from './sessions/sessions.js';

/** A proxy to PostgreSQL that tests can cut. It keeps its port, because another process could take a released one. */
class Line {
  readonly #target: URL;
  readonly #sockets = new Set<Socket>();
  #server: Server | undefined;
  #isCut = false;

  constructor(target: string) {
    this.#target = new URL(target);
  }

  get url(): string {
    const url = new URL(this.#target);
    url.host = `127.0.0.1:${(this.#server!.address() as AddressInfo).port}`;
    return url.href;
  }

  async mend(): Promise<void> {
    this.#isCut = false;
    if (this.#server) return;
    const server = createServer((near) => {
      if (this.#isCut) {
        near.destroy();
        return;
      }
      const far = connect(Number(this.#target.port), this.#target.hostname);
      for (const [one, other] of [
        [near, far],
        [far, near],
      ] as const) {
        this.#sockets.add(one);
        one.on('error', () => other.destroy());
        one.on('close', () => other.destroy());
        one.pipe(other);
      }
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    this.#server = server;
  }

  end(): void {
    this.cut();
    this.#server?.close();
  }

  cut(): void {
    this.#isCut = true;
    for (const socket of this.#sockets) socket.destroy();
    this.#sockets.clear();
  }
}

describe('while PostgreSQL is away', () => {
  let database: TestService;
  let line: Line;
  let service: RunningService;
  let rpc: RpcClient;
  const call = <R extends Rpc>(contract: R, input: RpcInput<R>): Promise<RpcOutput<R>> =>
    rpc.call(contract, input, operatorContext());

  beforeAll(async () => {
    database = await startIdentity();
    await database.call(identityRpc.register, { username: 'Linus', password: 'correct horse' }, null);
    line = new Line(database.database.url);
    await line.mend();
    line.cut();
    const prefix = uniqueSubjectPrefix();
    service = await startReplica(database, { BOOTSTRAP_SPOTLIGHTS: ['linus'] }, { databaseUrl: line.url, prefix });
    rpc = new RpcClient(database.connection, { prefix });
  });
  afterAll(async () => {
    rpc.close();
    await service.stop();
    line.end();
    await database.stop();
  });

  it('the service waits for it at the start, then applies its bootstrap lists', async () => {
    await expect(call(identityRpc.accountByName, { username: 'Linus' })).rejects.toMatchObject({ code: 'unavailable' });
    await line.mend();
    const login = () => call(identityRpc.login, { username: 'Linus', password: 'correct horse' }).catch(() => null);
    await eventually(
      'the role of the bootstrap list is there',
      async () => (await login())?.person.isSpotlight === true,
    );
  });

  it('calls are refused as unavailable, and acknowledged changes are kept', async () => {
    await call(identityRpc.register, { username: 'Ada', password: 'correct horse' });
    const { token, person } = await call(identityRpc.login, { username: 'Ada', password: 'correct horse' });
    const tokenHash = hashToken(token);
    line.cut();
    const outcomes = await Promise.allSettled([
      call(identityRpc.session, { tokenHash }),
      call(identityRpc.login, { username: 'Ada', password: 'correct horse' }),
      call(identityRpc.register, { username: 'Grace', password: 'correct horse' }),
      call(identityRpc.people, { ids: [person.id] }),
      call(identityRpc.logout, { tokenHash }),
    ]);
    for (const outcome of outcomes) {
      expect(outcome).toMatchObject({
        status: 'rejected',
        reason: { code: 'unavailable', details: { retryAfter: 1 } },
      });
    }
    await line.mend();
    const session = () => call(identityRpc.session, { tokenHash }).catch(() => ({ session: null }));
    await eventually('the session is known again', async () => (await session()).session?.accountId === person.id);
    expect(
      (await call(identityRpc.register, { username: 'Grace', password: 'correct horse' })).signedIn?.person.username,
    ).toBe('Grace');
  });
});

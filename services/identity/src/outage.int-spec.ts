import { identityRpc, type Rpc, type RpcInput, type RpcOutput } from '@hearsay/contracts';
import { RpcClient } from '@hearsay/messaging';
import { operatorContext, type RunningService } from '@hearsay/service-runtime';
import { CuttingProxy, eventually, uniqueSubjectPrefix } from '@hearsay/testing';
import { serviceForBlock } from '@hearsay/testing/service-for-block';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startIdentity, startReplica } from './identity.suite.js';

describe('while PostgreSQL is away', () => {
  const database = serviceForBlock(() => startIdentity());
  let proxy: CuttingProxy;
  let service: RunningService;
  let rpc: RpcClient;
  const call = <R extends Rpc>(contract: R, input: RpcInput<R>): Promise<RpcOutput<R>> =>
    rpc.call(contract, input, operatorContext());
  const login = (username: string) => call(identityRpc.login, { username, password: 'correct horse' });

  beforeAll(async () => {
    await database.register('Linus');
    proxy = await CuttingProxy.start(database.database.url);
    proxy.setAway(true);
    const prefix = uniqueSubjectPrefix();
    service = await startReplica(database, {}, { databaseUrl: proxy.url, prefix });
    rpc = new RpcClient(database.connection, { prefix });
  });
  afterAll(async () => {
    rpc.close();
    await service.stop();
    await proxy.stop();
  });

  it('a starting service waits for PostgreSQL, and then answers', async () => {
    await expect(call(identityRpc.accountByName, { username: 'Linus' })).rejects.toMatchObject({ code: 'unavailable' });
    proxy.setAway(false);
    const isSignedIn = async () => (await login('Linus').catch(() => null))?.person.username === 'Linus';
    await eventually('Linus can sign in', isSignedIn);
  });
});

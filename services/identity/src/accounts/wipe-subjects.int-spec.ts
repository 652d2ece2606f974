import { randomUUID } from 'node:crypto';
import { identityRpc } from '@hearsay/contracts';
import { RpcClient } from '@hearsay/messaging';
import { uniqueSubjectPrefix } from '@hearsay/testing';
import { aService } from '@hearsay/testing/a-service';
import { describe, expect, it } from '@jest/globals';
import { register, startIdentity, startReplica } from '../identity.suite.js';

const test = aService(() => startIdentity());

describe('the subjects of a wipe', () => {
  it('are all accounts except the configured names, in any case', async () => {
    const { person: chief } = await register(test, 'The Chief');
    const { person: fan } = await register(test, 'Some Fan');
    const prefix = uniqueSubjectPrefix();
    const replica = await startReplica(test, { PROTECTED_USERNAMES: ['the chief'] }, { prefix });
    const rpc = new RpcClient(test.connection, { prefix });
    const subject = (accountId: string) =>
      rpc.call(
        identityRpc.wipeSubject,
        { accountId },
        { correlationId: randomUUID(), accountId: null, deadline: new Date(Date.now() + 60_000).toISOString() },
      );
    expect(await subject(chief.id)).toEqual({ exists: true, isProtected: true, removalId: null });
    expect(await subject(fan.id)).toEqual({ exists: true, isProtected: false, removalId: null });
    expect(await subject(randomUUID())).toEqual({ exists: false, isProtected: false, removalId: null });
    const { person: gone } = await register(test, 'Gone Soon');
    await test.call(identityRpc.deleteAccount, { password: 'correct horse' }, gone.id);
    const away = await subject(gone.id);
    expect(away).toEqual({ exists: false, isProtected: false, removalId: expect.any(String) });
    expect((await subject(gone.id)).removalId).toBe(away.removalId);
    await test.call(identityRpc.login, { username: 'Gone Soon', password: 'correct horse' }, null);
    expect(await subject(gone.id)).toEqual({ exists: true, isProtected: false, removalId: null });
    const { people } = await rpc.call(
      identityRpc.listPeople,
      { limit: 1000, onlyWhoTakeQuestions: false },
      { correlationId: randomUUID(), accountId: null, deadline: new Date(Date.now() + 60_000).toISOString() },
    );
    expect(people.map(({ username, isProtected }) => [username, isProtected])).toEqual([
      ['Gone Soon', false],
      ['Some Fan', false],
      ['The Chief', true],
    ]);
    rpc.close();
    await replica.stop();
  });
});

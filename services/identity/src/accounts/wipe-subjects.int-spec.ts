import { randomUUID } from 'node:crypto';
import { identityRpc } from '@hearsay/contracts';
import { aService } from '@hearsay/testing/a-service';
import { describe, expect, it } from '@jest/globals';
import { startIdentity } from '../identity.suite.js';

describe('the subjects of a wipe', () => {
  const test = aService(() => startIdentity({ PROTECTED_USERNAMES: ['the chief'] }));

  it('are all accounts except the configured names, in any case', async () => {
    // The name was registered before it was protected.
    const { person: chief } = await test.register('Chief');
    await test.rows("update texts set words = 'The Chief' where account_id = $1", [chief.id]);
    await test.rows("update credentials set username_folded = 'the chief' where account_id = $1", [chief.id]);
    const { person: fan } = await test.register('Some Fan');
    const { person: gone } = await test.register('Gone Soon');
    const subject = (accountId: string) => test.call(identityRpc.wipeSubject, { accountId }, null);
    const there = { exists: true, isProtected: false, removalId: null };
    expect(await subject(chief.id)).toEqual({ ...there, isProtected: true });
    expect(await subject(fan.id)).toEqual(there);
    expect(await subject(randomUUID())).toEqual({ ...there, exists: false });
    const { removalId } = await test.deleteAccount(gone.id);
    for (let time = 0; time < 2; time += 1)
      expect(await subject(gone.id)).toEqual({ exists: false, isProtected: false, removalId });
    await test.login('Gone Soon');
    expect(await subject(gone.id)).toEqual(there);
    const everybody = { limit: 1000, onlyWhoTakeQuestions: false };
    const { people } = await test.call(identityRpc.listPeople, everybody, null);
    expect(people.map(({ username, isProtected }) => [username, isProtected])).toEqual([
      ['Gone Soon', false],
      ['Some Fan', false],
      ['The Chief', true],
    ]);
  });
});

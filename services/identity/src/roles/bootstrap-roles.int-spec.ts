import { identityRpc } from '@hearsay/contracts';
import { aService } from '@hearsay/testing/a-service';
import { describe, expect, it } from '@jest/globals';
import { PeopleQueries } from '../accounts/people.queries.js';
import { Roles } from '../accounts/roles.js';
import { register, startIdentity } from '../identity.suite.js';
import { Credentials } from '../sessions/credentials.js';
import { BootstrapRoles } from './bootstrap-roles.js';

describe('bootstrap roles', () => {
  const test = aService(() => startIdentity());

  const start = async (...ambassador: string[]): Promise<string[]> => {
    const warnings: string[] = [];
    const { pool, pipeline } = test.service;
    const credentials = new Credentials(pool);
    const log = { warn: (_: unknown, text?: string) => void warnings.push(text ?? '') };
    const roles = new Roles({ pipeline, credentials });
    const bootstrap = new BootstrapRoles({
      pool,
      credentials,
      people: new PeopleQueries(pool),
      roles,
      lists: { ambassador, spotlight: [] },
      log,
    });
    await bootstrap.apply();
    return warnings;
  };
  const isAmbassador = async (accountId: string) =>
    (await test.call(identityRpc.people, { ids: [accountId] }, null)).people[0]?.isAmbassador;
  const setRole = (username: string, isGranted: boolean) =>
    test.call(identityRpc.setRole, { username, role: 'ambassador', isGranted }, null);

  it('are given once to the account with the name, and stay away if revoked', async () => {
    const { person } = await register(test, 'Grace');
    expect(await start('grace')).toEqual([]);
    expect(await isAmbassador(person.id)).toBe(true);
    await setRole('Grace', false);
    expect(await start('grace')).toEqual([]);
    expect(await isAmbassador(person.id)).toBe(false);
  });

  it('are not given to a name without account, nor to its later owner', async () => {
    expect(await start('linus')).toEqual([expect.stringContaining('Nobody has this name')]);
    const { person } = await register(test, 'Linus');
    expect(await isAmbassador(person.id)).toBe(false);
    for (let round = 0; round < 2; round += 1) {
      expect(await start('linus')).toEqual([
        expect.stringContaining('confirm: npm run roles -- grant ambassador linus'),
      ]);
      expect(await isAmbassador(person.id)).toBe(false);
    }
    await setRole('Linus', true);
    expect(await start('linus')).toEqual([]);
    expect(await isAmbassador(person.id)).toBe(true);
  });
});

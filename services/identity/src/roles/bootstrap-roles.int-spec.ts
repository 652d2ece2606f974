import { aService } from '@hearsay/testing/a-service';
import { describe, expect, it } from '@jest/globals';
import { secondProcess, startIdentity } from '../identity.suite.js';
import { BootstrapRoles } from './bootstrap-roles.js';

describe('bootstrap roles', () => {
  const test = aService(() => startIdentity());

  const start = async (...ambassador: string[]): Promise<string[]> => {
    const warnings: string[] = [];
    const log = { warn: (_: unknown, text?: string) => void warnings.push(text ?? '') };
    await new BootstrapRoles({ ...secondProcess(test), lists: { ambassador, spotlight: [] }, log }).apply();
    return warnings;
  };
  const isAmbassador = async (accountId: string) => (await test.person(accountId)).isAmbassador;

  it('are given once to the account with the name, and stay away if revoked', async () => {
    const { person } = await test.register('Grace');
    expect(await start('grace')).toEqual([]);
    expect(await isAmbassador(person.id)).toBe(true);
    await test.setRole('Grace', false);
    expect(await start('grace')).toEqual([]);
    expect(await isAmbassador(person.id)).toBe(false);
  });

  it('are not given to a name without account, nor to its later owner', async () => {
    expect(await start('linus')).toEqual([expect.stringContaining('Nobody has this name')]);
    const { person } = await test.register('Linus');
    expect(await isAmbassador(person.id)).toBe(false);
    for (let round = 0; round < 2; round += 1) {
      expect(await start('linus')).toEqual([
        expect.stringContaining('confirm: npm run roles -- grant ambassador linus'),
      ]);
      expect(await isAmbassador(person.id)).toBe(false);
    }
    await test.setRole('Linus', true);
    expect(await start('linus')).toEqual([]);
    expect(await isAmbassador(person.id)).toBe(true);
  });
});

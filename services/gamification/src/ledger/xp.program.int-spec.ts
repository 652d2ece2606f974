import { randomUUID } from 'node:crypto';
import { AccountErased } from '@hearsay/contracts';
import { RpcClient } from '@hearsay/messaging';
import { accountFact } from '@hearsay/testing';
import { serviceForBlock } from '@hearsay/testing/service-for-block';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startGamification } from '../gamification.suite.js';
import { xpProgram } from './xp.program.js';

describe('the xp command on a running service', () => {
  const game = serviceForBlock(() => startGamification());
  let rpc: RpcClient;
  beforeAll(() => {
    rpc = new RpcClient(game.connection, { prefix: game.prefix, caller: 'operator' });
  });
  afterAll(() => rpc.close());

  const newPerson = (username: string): string => {
    const accountId = randomUUID();
    game.accounts.set(username, accountId);
    return accountId;
  };
  const grant = async (...words: string[]): Promise<string[]> => {
    const lines: string[] = [];
    await xpProgram(['grant', ...words], { rpc, print: (line) => lines.push(line) });
    return lines;
  };
  const reasonsOf = (...accountIds: string[]) =>
    game.rows<{ id: string; reason: string | null }>(
      'select account_id as id, reason from xp_entries left join xp_grants using (entry_id) where account_id = any($1)',
      [accountIds],
    );

  it('the xp command grants once per key, and at each call without a key', async () => {
    const ada = newPerson('Ada');
    const grantUnder = (...key: string[]) => grant('Ada', '50', 'for', 'a', 'test', ...key);
    for (let time = 0; time < 2; time += 1) expect(await grantUnder('--key=k')).toEqual(['Ada has 50 XP now, level 1']);
    await grantUnder('--key=another');
    expect(await game.xp(ada)).toBe(100);
    for (let time = 0; time < 2; time += 1) await grantUnder();
    expect(await game.xp(ada)).toBe(200);
    expect((await reasonsOf(ada)).map(({ reason }) => reason)).toEqual(Array.from({ length: 4 }, () => 'for a test'));
  });

  it('the reason of a grant is erased with the account, and the XP stays', async () => {
    const [gone, stays] = [newPerson('Gone'), newPerson('Stays')];
    for (const name of ['Gone', 'Stays']) await grant(name, '50', 'was', 'kind', 'to', name);
    await game.identity.publish(accountFact(AccountErased, gone));
    await game.settled();
    expect(new Set(await reasonsOf(gone, stays))).toEqual(
      new Set([
        { id: gone, reason: null },
        { id: stays, reason: 'was kind to Stays' },
      ]),
    );
  });

  it('the xp command refuses another grant under a used key', async () => {
    const eve = newPerson('Eve');
    await grant('Eve', '50', 'gift', '--key=e');
    await expect(grant('Eve', '60', 'gift', '--key=e')).rejects.toMatchObject({ code: 'key_reused' });
    expect(await game.xp(eve)).toBe(50);
  });
});

import { randomUUID } from 'node:crypto';
import { AccountErased, identityRpc } from '@hearsay/contracts';
import { RpcClient } from '@hearsay/messaging';
import { createTestServiceStub, sourceFact, startEventSource } from '@hearsay/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type GamificationUnderTest, startGamification } from '../gamification.suite.js';
import { xpProgram } from './xp.program.js';

describe('the xp command on a running service', () => {
  const accounts = new Map<string, string>();
  let game: GamificationUnderTest;
  let rpc: RpcClient;
  let identity: { stop(): void };

  beforeAll(async () => {
    game = await startGamification();
    const { connection, prefix } = game.service;
    identity = createTestServiceStub(connection, prefix, 'identity', {
      [identityRpc.accountByName.name]: (input) => ({
        accountId: accounts.get((input as { username: string }).username) ?? null,
      }),
    });
    rpc = new RpcClient(connection, { prefix, caller: 'operator' });
  });
  afterAll(async () => {
    rpc.close();
    identity.stop();
    await game.stop();
  });

  const somebody = (username: string): string => {
    const accountId = randomUUID();
    accounts.set(username, accountId);
    return accountId;
  };
  const grant = async (...words: string[]): Promise<string[]> => {
    const lines: string[] = [];
    await xpProgram(['grant', ...words], { rpc, print: (line) => lines.push(line) });
    return lines;
  };

  it('grants once per key, however often it is repeated', async () => {
    const ada = somebody('Ada');
    const once = ['Ada', '50', 'for', 'a', 'test', '--key=k'];
    expect([await grant(...once), await grant(...once)]).toEqual([
      ['Ada has 50 XP now, level 1'],
      ['Ada has 50 XP now, level 1'],
    ]);
    await grant('Ada', '50', 'for', 'a', 'test', '--key=another');
    expect(await game.xp(ada)).toBe(100);
    const reasons = await game.service.service.pool.query(
      'select reason from xp_grants join xp_entries using (entry_id) where account_id = $1',
      [ada],
    );
    expect(reasons.rows).toEqual([{ reason: 'for a test' }, { reason: 'for a test' }]);
  });

  it('erases the reason of a grant with the account, and keeps the XP', async () => {
    const [gone, stays] = [somebody('Gone'), somebody('Stays')];
    for (const name of ['Gone', 'Stays']) await grant(name, '50', 'was', 'kind', 'to', name);
    const log = await startEventSource('identity', game.service.connection, game.service.prefix);
    try {
      const erased = { accountId: gone, removalId: randomUUID(), revision: 1 };
      await log.publish(sourceFact(AccountErased, erased, { at: new Date().toISOString(), routingId: gone }));
      await game.service.settled(log);
    } finally {
      await log.stop();
    }
    const { rows } = await game.service.service.pool.query(
      'select account_id as id, reason from xp_entries left join xp_grants using (entry_id) where account_id = any($1)',
      [[gone, stays]],
    );
    expect(new Set(rows)).toEqual(
      new Set([
        { id: gone, reason: null },
        { id: stays, reason: 'was kind to Stays' },
      ]),
    );
  });

  it('grants at every call without a key', async () => {
    const bob = somebody('Bob');
    for (let time = 0; time < 2; time += 1) await grant('Bob', '50', 'for', 'a', 'test');
    expect(await game.xp(bob)).toBe(100);
  });

  it('refuses another grant under a used key', async () => {
    const eve = somebody('Eve');
    await grant('Eve', '50', 'gift', '--key=e');
    await expect(grant('Eve', '60', 'gift', '--key=e')).rejects.toMatchObject({ code: 'key_reused' });
    expect(await game.xp(eve)).toBe(50);
  });
});

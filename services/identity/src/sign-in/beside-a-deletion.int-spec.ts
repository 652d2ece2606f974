import { randomUUID } from 'node:crypto';
import { identityRpc } from '@hearsay/contracts';
import { serviceForBlock } from '@hearsay/testing/service-for-block';
import { describe, expect, it } from '@jest/globals';
import { ReservedUsernames } from '../accounts/usernames.js';
import { contextOf, secondProcessOn, startIdentity } from '../identity.suite.js';
import { hashToken } from '../sessions/sessions.js';
import { FounderLinks } from './founder-links.js';
import { SignIn } from './sign-in.js';

const password = 'correct horse';

describe('a sign-in during a deletion or a password change', () => {
  const test = serviceForBlock(() => startIdentity());

  const sessionsOf = async (accountId: string) =>
    (await test.rows('select token_hash from sessions where account_id = $1', [accountId])).map(
      ({ token_hash }) => token_hash,
    );
  const signInWith = (over: Parameters<typeof secondProcessOn>[1]) => {
    const parts = secondProcessOn(test, over);
    return new SignIn({ ...parts, reserved: new ReservedUsernames([]), founderLinks: new FounderLinks(parts) });
  };
  /** Runs `act` once, before or after the next call of `method`. */
  const once = <T extends object>(
    part: T,
    method: keyof T & string,
    when: 'before' | 'after',
    act: () => unknown,
  ): T => {
    const original = part[method] as (...values: unknown[]) => Promise<unknown>;
    const replacement = async (...values: unknown[]) => {
      // Deletes the replacement, so that later calls reach the original method.
      Reflect.deleteProperty(part, method);
      if (when === 'before') await act();
      const answer = await original.apply(part, values);
      if (when === 'after') await act();
      return answer;
    };
    return Object.assign(part, { [method]: replacement });
  };

  it.each([
    ['before its session is opened', 'Ada', 'before'],
    ['when its session is open', 'Barbara', 'after'],
  ] as const)('restores an account that is deleted %s, and leaves no other session', async (_, username, moment) => {
    const { person } = await test.register(username);
    const sessions = once(secondProcessOn(test).sessions, 'open', moment, () => test.deleteAccount(person.id));
    const back = await signInWith({ sessions }).login({ username, password, device: null }, contextOf(null));
    expect([back.person.id, await test.isLive(back.token)]).toEqual([person.id, true]);
    expect(await sessionsOf(person.id)).toEqual([hashToken(back.token)]);
  });

  it('a sign-in by the old password fails if the password changes at the same time', async () => {
    const { person } = await test.register('Grace');
    const { token } = await test.call(identityRpc.allowReset, { username: 'Grace' }, null);
    let renewed: string | undefined;
    const renew = async () => {
      ({ token: renewed } = await test.call(identityRpc.resetPassword, { token, newPassword: 'another horse' }, null));
    };
    const signIn = signInWith({ sessions: once(secondProcessOn(test).sessions, 'open', 'before', renew) });
    const login = signIn.login({ username: 'Grace', password, device: null }, contextOf(null));
    await expect(login).rejects.toMatchObject({ code: 'unauthenticated' });
    expect(await sessionsOf(person.id)).toEqual([hashToken(renewed!)]);
  });

  it('a sign-in that restores the account stays valid while the deletion ends sessions', async () => {
    const { person, token } = await test.register('Radia');
    let back: string | undefined;
    const comeBack = async () => {
      ({ token: back } = await test.login('Radia'));
    };
    const { removals } = secondProcessOn(test, { pipeline: once(test.service.pipeline, 'execute', 'after', comeBack) });
    await removals.deleteAccount({ password, anonymousPosts: 'keep' }, contextOf(person.id));
    expect([await test.isLive(back!), await test.isLive(token)]).toEqual([true, false]);
  });

  it('a sign-in that restored the account stays valid if the deletion is repeated', async () => {
    const { person } = await test.register('Joan');
    const key = { idempotencyKey: randomUUID() };
    const first = await test.deleteAccount(person.id, password, key);
    const { token } = await test.login('Joan');
    expect(await test.deleteAccount(person.id, password, key)).toEqual(first);
    expect(await test.isLive(token)).toBe(true);
  });
});

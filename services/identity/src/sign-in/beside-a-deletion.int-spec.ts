import { randomUUID } from 'node:crypto';
import { type CallContext, identityRpc } from '@hearsay/contracts';
import type { CommandPipeline } from '@hearsay/event-store';
import { aService } from '@hearsay/testing/a-service';
import { describe, expect, it } from '@jest/globals';
import { AccountRemovals } from '../accounts/account-removals.js';
import { PeopleQueries } from '../accounts/people.queries.js';
import { RemovalAttempts } from '../accounts/removal-attempts.js';
import { ReservedUsernames } from '../accounts/usernames.js';
import { register, startIdentity } from '../identity.suite.js';
import { Credentials } from '../sessions/credentials.js';
import { Passwords } from '../sessions/passwords.js';
import { hashToken, SessionEnds, Sessions } from '../sessions/sessions.js';
import { SignIn } from './sign-in.js';

const password = 'correct horse';

describe('a sign-in during a deletion or a password change', () => {
  const test = aService(() => startIdentity());

  const contextOf = (accountId: string | null, more: Partial<CallContext> = {}): CallContext => ({
    correlationId: randomUUID(),
    accountId,
    deadline: new Date(Date.now() + 60_000).toISOString(),
    ...more,
  });
  const login = (username: string) => test.call(identityRpc.login, { username, password }, null);
  const remove = (accountId: string, context: object = {}) =>
    test.call(identityRpc.deleteAccount, { password }, accountId, context);
  const isLive = async (token: string) =>
    (await test.call(identityRpc.session, { tokenHash: hashToken(token) }, null)).session !== null;
  const sessionsOf = async (accountId: string) =>
    (await test.service.pool.query('select token_hash from sessions where account_id = $1', [accountId])).rows.map(
      (row) => row.token_hash,
    );

  const processWith = (over: {
    sessions?: (sessions: Sessions) => Sessions;
    pipeline?: (pipeline: CommandPipeline) => CommandPipeline;
  }) => {
    const { pool } = test.service;
    const log = { warn: () => undefined };
    const pipeline = over.pipeline?.(test.service.pipeline) ?? test.service.pipeline;
    const plain = new Sessions({ pool, log });
    const sessions = over.sessions?.(plain) ?? plain;
    const people = new PeopleQueries(pool);
    const [credentials, passwords] = [new Credentials(pool), new Passwords()];
    const ends = new SessionEnds(() => undefined);
    const removals = new AccountRemovals({
      pool,
      people: new PeopleQueries(pool),
      pipeline,
      credentials,
      passwords,
      sessions,
      ends,
      attempts: new RemovalAttempts(pool),
      posts: { hide: async () => undefined, show: async () => undefined },
      removePicture: async () => undefined,
    });
    const reserved = new ReservedUsernames([]);
    return { removals, signIn: new SignIn({ pipeline, credentials, passwords, sessions, people, reserved, removals }) };
  };
  const once = <T extends object>(
    part: T,
    method: keyof T,
    moment: 'before' | 'after',
    first: () => Promise<unknown>,
  ): T => {
    let isDone = false;
    const act = async () => {
      if (!isDone) {
        isDone = true;
        await first();
      }
    };
    return new Proxy(part, {
      get: (target, name) => {
        const value = target[name as keyof T];
        if (typeof value !== 'function') return value;
        const bound = value.bind(target) as (...values: unknown[]) => Promise<unknown>;
        if (name !== method) return bound;
        return async (...values: unknown[]) => {
          if (moment === 'before') await act();
          const answer = await bound(...values);
          if (moment === 'after') await act();
          return answer;
        };
      },
    });
  };

  it.each([
    ['before its session is opened', 'Ada', 'before'],
    ['when its session is open', 'Barbara', 'after'],
  ] as const)('restores an account deleted %s, and leaves no other session', async (_, username, moment) => {
    const { person } = await register(test, username);
    const { signIn } = processWith({
      sessions: (sessions) => once(sessions, 'open', moment, () => remove(person.id)),
    });
    const back = await signIn.login({ username, password, device: null }, contextOf(null));
    expect(back.person.id).toBe(person.id);
    expect(await isLive(back.token)).toBe(true);
    expect(await sessionsOf(person.id)).toEqual([hashToken(back.token)]);
  });

  it('fails with the earlier password after a change', async () => {
    const { person } = await register(test, 'Grace');
    const { token } = await test.call(identityRpc.allowReset, { username: 'Grace' }, null);
    let renewed: string | undefined;
    const renew = async () => {
      ({ token: renewed } = await test.call(identityRpc.resetPassword, { token, newPassword: 'another horse' }, null));
    };
    const { signIn } = processWith({ sessions: (sessions) => once(sessions, 'open', 'before', renew) });
    await expect(signIn.login({ username: 'Grace', password, device: null }, contextOf(null))).rejects.toMatchObject({
      code: 'unauthenticated',
    });
    expect(await sessionsOf(person.id)).toEqual([hashToken(renewed!)]);
  });

  it('stays valid if it happens before the deletion has ended the sessions', async () => {
    const { person, token } = await register(test, 'Radia');
    let back: string | undefined;
    const comeBack = async () => {
      ({ token: back } = await login('Radia'));
    };
    const { removals } = processWith({ pipeline: (pipeline) => once(pipeline, 'execute', 'after', comeBack) });
    await removals.delete({ password, anonymousPosts: 'keep' }, contextOf(person.id));
    expect([await isLive(back!), await isLive(token)]).toEqual([true, false]);
  });

  it('stays valid if the deletion is repeated after the return', async () => {
    const { person } = await register(test, 'Joan');
    const key = { idempotencyKey: randomUUID() };
    const first = await remove(person.id, key);
    const { token } = await login('Joan');
    expect(await remove(person.id, key)).toEqual(first);
    expect(await isLive(token)).toBe(true);
  });
});

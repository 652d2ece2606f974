import { randomUUID } from 'node:crypto';
import { foldUsername, identityRpc, Refusal } from '@hearsay/contracts';
import { aService } from '@hearsay/testing/a-service';
import { describe, expect, it } from '@jest/globals';
import { register as registerIn, startIdentity, startReplica } from '../identity.suite.js';
import { hashToken } from '../sessions/sessions.js';

const patient = () => ({ deadline: new Date(Date.now() + 150_000).toISOString() });

describe('sign-in', () => {
  const test = aService(() => startIdentity({ PROTECTED_USERNAMES: ['admin'] }));

  const register = (username: string, password = 'correct horse', context = {}) =>
    registerIn(test, username, { password, ...patient(), ...context });
  const insist = async (username: string, password: string) => {
    const idempotencyKey = randomUUID();
    for (;;) {
      try {
        return await register(username, password, { idempotencyKey });
      } catch (error) {
        if (!(error instanceof Refusal) || error.code !== 'unavailable') throw error;
      }
    }
  };
  const login = (username: string, password = 'correct horse') =>
    test.call(identityRpc.login, { username, password }, null);
  const sessionOf = async (token: string) =>
    (await test.call(identityRpc.session, { tokenHash: hashToken(token) }, null)).session?.accountId ?? null;
  const count = async (sql: string, values: unknown[] = []): Promise<number> =>
    (await test.service.pool.query<{ count: number }>(`select count(*)::int as count from ${sql}`, values)).rows[0]!
      .count;

  it('registers a person with the defaults and signs in', async () => {
    const { person, token, expiresAt } = await registerIn(test, '  Ada ', { isCreator: true });
    expect(person).toMatchObject({
      username: 'Ada',
      level: 1,
      badge: null,
      profileBorder: null,
      profileAura: 'none',
      chosenAura: 'none',
      gradientColors: 'from-purple-400 to-pink-400',
      isCreator: true,
      isAmbassador: false,
      isSpotlight: false,
      whoMayAsk: 'everyone',
    });
    expect(identityRpc.Person.safeParse(person).success).toBe(true);
    expect(Buffer.from(token, 'base64url')).toHaveLength(32);
    expect(Date.parse(expiresAt) - Date.now()).toBeGreaterThan(29 * 86_400_000);
    expect(await sessionOf(token)).toBe(person.id);
  });

  it('keeps words, passwords and tokens out of the log, and ids in the result', async () => {
    const { token, person } = await register('Quietly', 'a very plain password', { idempotencyKey: 'one' });
    const log = await test.service.pool.query<{ line: string }>('select data::text || meta::text as line from events');
    const all = log.rows.map((row) => row.line).join('\n');
    expect(all).toContain(person.id);
    expect(all).not.toMatch(/quietly/i);
    const stored = await test.service.pool.query<{ result: { value: object } }>('select result from command_results');
    expect(stored.rows.map((row) => row.result.value)).toEqual([
      { accountId: person.id, usernameTextId: expect.any(String) },
    ]);
    expect(await count('sessions where token_hash = $1', [token])).toBe(0);
    expect(await count('credentials where password_hash like $1', ['$argon2id$%'])).toBe(await count('credentials'));
  });

  it('gives a name to exactly one of 50 people, in any case and on two processes', async () => {
    const replica = await startReplica(test);
    try {
      const names = ['grace', 'Grace', 'GRACE', 'gRaCe', 'Ｇrace'];
      const attempts = await Promise.allSettled(
        Array.from({ length: 50 }, (_, index) => insist(names[index % names.length]!, `password ${index}`)),
      );
      const refusals = attempts.flatMap((attempt) =>
        attempt.status === 'rejected' ? [attempt.reason as Refusal] : [],
      );
      expect(refusals).toHaveLength(49);
      expect(new Set(refusals.map((refusal) => `${refusal.code}: ${refusal.message}`))).toEqual(
        new Set(['conflict: Username might already be taken']),
      );
      expect(await count('credentials where username_folded = $1', ['grace'])).toBe(1);
      expect(await count("accounts a join texts t on t.id = a.username_text_id where lower(t.words) = 'grace'")).toBe(
        1,
      );
      expect(await count("texts where normalize(lower(words), nfkc) = 'grace'")).toBe(1);
    } finally {
      await replica.stop();
    }
  });

  it('refuses a taken name with any password, and opens no session', async () => {
    await register('Linus', 'correct horse', { idempotencyKey: 'linus' });
    const sessions = await count('sessions');
    for (const [name, password, context] of [
      ['LINUS', 'correct horse', {}],
      ['Linus', 'another password', {}],
      ['Linus', 'correct horse', { idempotencyKey: 'another key' }],
    ] as const) {
      await expect(register(name, password, context)).rejects.toMatchObject({
        code: 'conflict',
        message: 'Username might already be taken',
      });
    }
    expect(await count('sessions')).toBe(sessions);
  });

  it('makes one account of eight equal registrations under one key', async () => {
    const answers = await Promise.all(
      Array.from({ length: 8 }, () =>
        test.call(identityRpc.register, { username: 'Hedy', password: 'correct horse' }, null, {
          ...patient(),
          idempotencyKey: 'hedy',
        }),
      ),
    );
    expect(answers.filter(({ signedIn }) => signedIn !== null)).toHaveLength(1);
    const repeat = await test.call(identityRpc.register, { username: ' hedy', password: 'a guess' }, null, {
      idempotencyKey: 'hedy',
    });
    expect(repeat).toEqual({ signedIn: null });
    expect(await count("events e join texts t on t.id::text = e.data->>'usernameTextId' where t.words = 'Hedy'")).toBe(
      1,
    );
    await expect(register('Lamarr', 'correct horse', { idempotencyKey: 'hedy' })).rejects.toMatchObject({
      code: 'key_reused',
    });
  });

  it.each(['Anonymous', 'ADMIN', '[Anon]', 'арі', 'nuIl', 'adrnin'])('refuses to register %s', async (username) => {
    await expect(register(username)).rejects.toMatchObject({
      code: 'invalid_input',
      details: { fields: { username: expect.any(String) } },
    });
  });

  it('accepts an existing name that would be refused today', async () => {
    const { person } = await register('Older name');
    await test.service.pool.query('update texts set words = $1 where account_id = $2', ['pаypal🌸', person.id]);
    await test.service.pool.query('update credentials set username_folded = $1 where account_id = $2', [
      foldUsername('pаypal🌸'),
      person.id,
    ]);
    expect((await login('PАYPAL🌸'.toLowerCase())).person).toMatchObject({ id: person.id, username: 'pаypal🌸' });
  });

  it('ignores case and an @ before the name, and opens one more session each time', async () => {
    const first = await register('Barbara');
    const second = await login(' @BARBARA ');
    expect(second.person).toEqual(first.person);
    expect(second.token).not.toBe(first.token);
    expect(await sessionOf(first.token)).toBe(first.person.id);
    expect(await sessionOf(second.token)).toBe(first.person.id);
  });

  it('refuses a wrong password and an unknown name in the same words', async () => {
    await register('Margaret');
    const [wrong, unknown] = await Promise.all([
      login('Margaret', 'wrong').catch(String),
      login('Nobody here', 'wrong').catch(String),
    ]);
    expect(unknown).toBe(wrong);
    await expect(login('Nobody here')).rejects.toMatchObject({
      code: 'unauthenticated',
      message: 'Please check your credentials',
      details: {},
    });
    expect(await count('sessions s left join accounts a using (account_id) where a.account_id is null')).toBe(0);
  });

  it.each(['a\0b', '\ud800', 'x'.repeat(20_000), "'; drop table accounts; --", ''])(
    'treats an impossible name (%#) as unknown',
    async (username) => {
      await expect(login(username)).rejects.toMatchObject({
        code: 'unauthenticated',
        message: 'Please check your credentials',
      });
    },
  );

  it('lets the seed date a registration, but dates its session by the clock', async () => {
    const now = '2026-01-02T03:04:05.678Z';
    const { person, expiresAt } = await register('Early bird', 'correct horse', { now });
    expect(person.createdAt).toBe(now);
    expect(Date.parse(expiresAt)).toBeGreaterThan(Date.now());
  });

  it('does nothing for a call after its deadline', async () => {
    await expect(
      register('Too late', 'correct horse', { deadline: new Date(Date.now() - 1).toISOString() }),
    ).rejects.toBeInstanceOf(Refusal);
    expect(await count('credentials where username_folded = $1', ['too late'])).toBe(0);
  });
});

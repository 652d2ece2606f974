import { randomUUID } from 'node:crypto';
import { foldUsername, identityRpc, Refusal } from '@hearsay/contracts';
import { serviceForBlock } from '@hearsay/testing/service-for-block';
import { describe, expect, it } from '@jest/globals';
import { startIdentity, startReplica } from '../identity.suite.js';

const patient = () => ({ deadline: new Date(Date.now() + 150_000).toISOString() });

describe('sign-in', () => {
  const test = serviceForBlock(() => startIdentity());

  const taken = { code: 'conflict', message: 'Username might already be taken' };
  const wrong = { code: 'unauthenticated', message: 'Please check your credentials' };
  const register = (username: string, password = 'correct horse', context = {}) =>
    test.register(username, { password, ...patient(), ...context });
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

  it('a registration gives default settings and signs the person in', async () => {
    const { person, token, expiresAt } = await test.register('  Ada ', { isCreator: true });
    const looks = { badge: null, profileBorder: null, profileAura: 'none', chosenAura: 'none' };
    const roles = { isCreator: true, isAmbassador: false, isSpotlight: false };
    const settings = { gradientColors: 'from-purple-400 to-pink-400', whoMayAsk: 'everyone' };
    expect(person).toMatchObject({ username: 'Ada', level: 1, ...looks, ...roles, ...settings });
    expect(identityRpc.Person.safeParse(person).success).toBe(true);
    expect(Buffer.from(token, 'base64url')).toHaveLength(32);
    expect(Date.parse(expiresAt) - Date.now()).toBeGreaterThan(29 * 86_400_000);
    expect(await test.session(token)).toMatchObject({ accountId: person.id });
  });

  it('words, passwords and tokens stay out of the log, and results have only ids', async () => {
    const { token, person } = await register('Quietly', 'a very plain password', { idempotencyKey: 'one' });
    const log = await test.rows<{ line: string }>('select data::text || meta::text as line from events');
    const all = log.map(({ line }) => line).join('\n');
    expect(all).toContain(person.id);
    expect(all).not.toMatch(/quietly/i);
    const stored = await test.rows<{ result: { value: object } }>('select result from command_results');
    const ids = { accountId: person.id, usernameTextId: expect.any(String) };
    expect(stored.map(({ result }) => result.value)).toEqual([ids]);
    expect(await test.count('sessions where token_hash = $1', [token])).toBe(0);
    expect(await test.count('credentials where password_hash like $1', ['$argon2id$%'])).toBe(
      await test.count('credentials'),
    );
  });

  it('one of 50 concurrent registrations on two processes gets a name, ignoring case', async () => {
    const replica = await startReplica(test);
    try {
      const names = ['grace', 'Grace', 'GRACE', 'gRaCe', 'Ｇrace'];
      const attempts = await Promise.allSettled(
        Array.from({ length: 50 }, (_, index) => insist(names[index % names.length]!, `password ${index}`)),
      );
      const refusals = attempts.filter((attempt) => attempt.status === 'rejected');
      expect(refusals).toHaveLength(49);
      for (const { reason } of refusals) expect(reason).toMatchObject(taken);
      for (const rows of [
        "credentials where username_folded = 'grace'",
        "accounts a join texts t on t.id = a.username_text_id where lower(t.words) = 'grace'",
        "texts where normalize(lower(words), nfkc) = 'grace'",
      ])
        expect(await test.count(rows)).toBe(1);
    } finally {
      await replica.stop();
    }
  });

  it('a taken name is refused with any password, and opens no session', async () => {
    await register('Linus', 'correct horse', { idempotencyKey: 'linus' });
    const sessions = await test.count('sessions');
    for (const [name, password, context] of [
      ['LINUS', 'correct horse', {}],
      ['Linus', 'another password', {}],
      ['Linus', 'correct horse', { idempotencyKey: 'another key' }],
    ] as const)
      await expect(register(name, password, context)).rejects.toMatchObject(taken);
    expect(await test.count('sessions')).toBe(sessions);
  });

  it('a free name is suggested for a taken name, even if its account was erased', async () => {
    const suggestionFor = async (username: string): Promise<string> => {
      const refusal: Refusal = await register(username).then(
        () => Promise.reject(new Error(`${username} was free`)),
        (error: Refusal) => error,
      );
      expect(refusal).toMatchObject({ ...taken, details: { fields: { username: taken.message } } });
      return refusal.details.suggestion!;
    };
    const longest = 'n'.repeat(50);
    for (const name of ['Sophie', 'sophie2', 'Joan99', longest, 'שרה כהן']) await register(name);
    expect(await suggestionFor('Sophie')).toBe('Sophie3');
    expect(await suggestionFor('Joan99')).toBe('Joan99_2');
    expect(await suggestionFor(longest)).toBe(`${longest.slice(1)}2`);
    expect(await suggestionFor('שרה כהן')).toBe('שרה כהן2');
    // An erasure deletes the credentials, but not the claim on the name.
    await register('Sophie3');
    await test.rows("delete from credentials where username_folded = 'sophie3'");
    const free = await suggestionFor('Sophie');
    expect(free).toBe('Sophie4');
    expect((await register(free)).person.username).toBe(free);
  });

  it('eight concurrent registrations with one key and name make one account', async () => {
    const key = { ...patient(), idempotencyKey: 'hedy' };
    const call = (username: string, password: string) =>
      test.call(identityRpc.register, { username, password }, null, key);
    const answers = await Promise.all(Array.from({ length: 8 }, () => call('Hedy', 'correct horse')));
    expect(answers.filter(({ signedIn }) => signedIn !== null)).toHaveLength(1);
    expect(await call(' hedy', 'a guess')).toEqual({ signedIn: null, suggestion: 'hedy2' });
    const registrations = "events e join texts t on t.id::text = e.data->>'usernameTextId' where t.words = 'Hedy'";
    expect(await test.count(registrations)).toBe(1);
    await expect(register('Lamarr', 'correct horse', key)).rejects.toMatchObject({ code: 'key_reused' });
  });

  it('a person can sign in with an older name that a registration would refuse', async () => {
    const { person } = await register('Older name');
    const username = 'pаypal🌸';
    await test.rows('update texts set words = $1 where account_id = $2', [username, person.id]);
    const folded = foldUsername(username);
    await test.rows('update credentials set username_folded = $1 where account_id = $2', [folded, person.id]);
    expect((await test.login('PАYPAL🌸'.toLowerCase())).person).toMatchObject({ id: person.id, username });
  });

  it('a sign-in ignores case and an @ before the name, and opens one more session', async () => {
    const first = await register('Barbara');
    const second = await test.login(' @BARBARA ');
    expect(second.person).toEqual(first.person);
    expect(second.token).not.toBe(first.token);
    const accountId = first.person.id;
    for (const { token } of [first, second]) expect(await test.session(token)).toMatchObject({ accountId });
  });

  it('a wrong password and an unknown name are refused with the same text', async () => {
    await register('Margaret');
    const names = ['Margaret', 'Nobody here'];
    const [known, unknown] = await Promise.all(names.map((name) => test.login(name, 'wrong').catch(String)));
    expect(unknown).toBe(known);
    await expect(test.login('Nobody here')).rejects.toMatchObject({ ...wrong, details: {} });
    expect(await test.count('sessions s left join accounts a using (account_id) where a.account_id is null')).toBe(0);
  });

  it.each(['a\0b', '\ud800', 'x'.repeat(20_000), "'; drop table accounts; --", ''])(
    'treats an impossible name (%#) as unknown',
    (username) => expect(test.login(username)).rejects.toMatchObject(wrong),
  );

  it('an operator may set the time of a registration, but not the time of its session', async () => {
    const now = '2026-01-02T03:04:05.678Z';
    const { person, expiresAt } = await register('Early bird', 'correct horse', { now });
    expect(person.createdAt).toBe(now);
    expect(Date.parse(expiresAt)).toBeGreaterThan(Date.now());
  });
});

import { identityRpc, type LiveSession, PasswordResetAllowed } from '@hearsay/contracts';
import { eventually } from '@hearsay/testing';
import { serviceForBlock } from '@hearsay/testing/service-for-block';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { startIdentity } from '../identity.suite.js';
import { recordSessionEnd } from '../sign-in/sign-in.decider.js';
import { hashToken, lastUsePrecisionMs } from './sessions.js';

describe('own sessions and password', () => {
  const test = serviceForBlock(() => startIdentity());
  let ended: LiveSession[];
  beforeAll(async () => {
    ended = await test.endedSessions();
  });

  const areLive = (...tokens: string[]) => Promise.all(tokens.map(test.isLive));
  const sessionsOf = async (accountId: string, token: string) =>
    (await test.call(identityRpc.ownSessions, { tokenHash: hashToken(token) }, accountId)).sessions;
  const areAnnounced = (...tokens: string[]) =>
    eventually('the ends are published', () =>
      tokens.every((token) => ended.some(({ tokenHash }) => tokenHash === hashToken(token))),
    );
  const end = (accountId: string, id: string, context = {}) =>
    test.call(identityRpc.endSession, { id }, accountId, context);
  const change = (accountId: string, token: string, passwords: readonly [string, string], context = {}) => {
    const [currentPassword, newPassword] = passwords;
    const input = { currentPassword, newPassword, tokenHash: hashToken(token) };
    return test.call(identityRpc.changePassword, input, accountId, context);
  };
  const allow = async (username: string) => (await test.call(identityRpc.allowReset, { username }, null)).token;
  const reset = (token: string, newPassword = 'battery staple', context = {}) =>
    test.call(identityRpc.resetPassword, { token, newPassword, device: 'Safari on iOS' }, null, context);

  it('sessions are listed with device and hour, and the current one is marked', async () => {
    const { person, token } = await test.register('Ada');
    const other = await test.login('Ada', 'correct horse', 'Firefox on Android');
    const sessions = await sessionsOf(person.id, other.token);
    expect(sessions.map(({ device, isCurrent }) => [device, isCurrent])).toEqual([
      ['Firefox on Android', true],
      [null, false],
    ]);
    for (const session of sessions) {
      expect(Object.keys(session).sort()).toEqual(['createdAt', 'device', 'id', 'isCurrent', 'lastUsedAt']);
      expect(Date.parse(session.lastUsedAt) % lastUsePrecisionMs).toBe(0);
      expect(JSON.stringify(session)).not.toContain(hashToken(token));
    }
    expect(await sessionsOf((await test.register('Somebody else')).person.id, token)).toHaveLength(1);
  });

  it('only the owner of a session can end it', async () => {
    const { person, token } = await test.register('Grace');
    const other = await test.login('Grace');
    const stranger = await test.register('Stranger');
    const { id } = (await sessionsOf(person.id, token)).find(({ isCurrent }) => !isCurrent)!;
    await expect(end(stranger.person.id, id)).rejects.toMatchObject({ code: 'not_found' });
    expect(await test.isLive(other.token)).toBe(true);
    await end(person.id, id);
    expect(await areLive(other.token, token)).toEqual([false, true]);
    await areAnnounced(other.token);
    await expect(end(person.id, id)).rejects.toMatchObject({ code: 'not_found' });
  });

  it('a repeated call to end a session succeeds only with the same key and account', async () => {
    const { person, token } = await test.register('Mary');
    const [one, two] = [await test.login('Mary'), await test.login('Mary')];
    const idOf = async (of: string) => (await sessionsOf(person.id, of)).find(({ isCurrent }) => isCurrent)!.id;
    const [id, other] = [await idOf(one.token), await idOf(two.token)];
    const key = { idempotencyKey: 'key' };
    expect(await end(person.id, id, key)).toEqual({ endedTokenHash: hashToken(one.token) });
    expect(await end(person.id, id, key)).toEqual({ endedTokenHash: null });
    const stranger = await test.register('Another');
    for (const [accountId, wanted, idempotencyKey, code] of [
      [person.id, id, 'another', 'not_found'],
      [person.id, other, 'key', 'key_reused'],
      [stranger.person.id, id, 'key', 'not_found'],
    ] as const)
      await expect(end(accountId, wanted, { idempotencyKey })).rejects.toMatchObject({ code });
    expect(await areLive(one.token, two.token, token)).toEqual([false, true, true]);
    const results = JSON.stringify(await test.rows('select result from command_results'));
    expect(results).toContain(id);
    expect(results).not.toContain(hashToken(one.token));
  });

  it('a repeated call ends the session if the first call was interrupted', async () => {
    const { person, token } = await test.register('Lise');
    const other = await test.login('Lise');
    const { id } = (await sessionsOf(person.id, token)).find(({ isCurrent }) => !isCurrent)!;
    const cut = { correlationId: null, deadline: Date.now() + 3_600_000, idempotencyKey: 'key' };
    await test.service.pipeline.execute(recordSessionEnd, { id }, { ...cut, accountId: person.id, payload: { id } });
    await end(person.id, id, { idempotencyKey: 'key' });
    expect(await areLive(other.token, token)).toEqual([false, true]);
  });

  it('all sessions except the current one end together', async () => {
    const { person, token } = await test.register('Radia');
    const [one, two] = [await test.login('Radia'), await test.login('Radia')];
    await test.call(identityRpc.endOtherSessions, { tokenHash: hashToken(one.token) }, person.id);
    expect(await areLive(token, one.token, two.token)).toEqual([false, true, false]);
    await areAnnounced(token, two.token);
  });

  describe('a changed password', () => {
    const next = ['correct horse', 'battery staple'] as const;

    it('a changed password replaces the old one at once and ends the other sessions', async () => {
      const { person, token } = await test.register('Barbara');
      const other = await test.login('Barbara');
      const rotated = await change(person.id, token, next);
      expect(await areLive(rotated.token!, token, other.token)).toEqual([true, false, false]);
      await areAnnounced(other.token);
      await expect(test.login('Barbara')).rejects.toMatchObject({ code: 'unauthenticated' });
      expect((await test.login('Barbara', 'battery staple')).person.id).toBe(person.id);
    });

    it('a password must be neither common nor the username', async () => {
      const { person, token } = await test.register('Margaret');
      const link = await allow('Margaret');
      const refusedAt = (field: string) => ({
        code: 'invalid_input',
        details: { fields: { [field]: expect.any(String) } },
      });
      for (const weak of ['password', 'MARGARET']) {
        const changing = change(person.id, token, ['correct horse', weak]);
        await expect(changing).rejects.toMatchObject(refusedAt('newPassword'));
        await expect(reset(link, weak)).rejects.toMatchObject(refusedAt('newPassword'));
        await expect(test.register('margaret', { password: weak })).rejects.toMatchObject(refusedAt('password'));
      }
      expect((await reset(link)).person.id).toBe(person.id);
    });

    it('a password change needs the current password', async () => {
      const { person, token } = await test.register('Frances');
      const other = await test.login('Frances');
      const changing = change(person.id, token, ['wrong horse', 'battery staple']);
      await expect(changing).rejects.toMatchObject({ code: 'forbidden' });
      expect(await test.isLive(other.token)).toBe(true);
      await test.login('Frances');
    });

    it('each call to change the password checks only one password, even in a repeat', async () => {
      const { person, token } = await test.register('Katherine');
      const call = (passwords: readonly [string, string], idempotencyKey: string) =>
        change(person.id, token, passwords, { idempotencyKey });
      const forbidden = { code: 'forbidden' };
      // Here only the new password is the person's. A call that checked both would allow two guesses.
      await expect(call(['wrong horse', 'correct horse'], 'a key')).rejects.toMatchObject(forbidden);
      await call(next, 'of the change');
      await expect(call(['wrong horse', 'battery staple'], 'another key')).rejects.toMatchObject(forbidden);
      await expect(call(['battery staple', 'wrong horse'], 'of the change')).rejects.toMatchObject(forbidden);
      expect(await call(['wrong horse', 'battery staple'], 'of the change')).toEqual({ token: null });
    });

    it('a new password changes the generation, a short hash', async () => {
      const { person, token } = await test.register('Dorothy');
      const generation = async (username = ' DOROTHY') =>
        (await test.call(identityRpc.passwordGeneration, { username }, null)).generation;
      const first = await generation();
      expect(first).toMatch(/^[\w-]{22}$/);
      expect(await generation()).toBe(first);
      await change(person.id, token, next);
      expect(await generation()).not.toBe(first);
      expect(await generation('nobody here')).toBeNull();
    });

    it('a repeat with the same key succeeds even while the first password change runs', async () => {
      const { person, token } = await test.register('Karen');
      const calls = ['key', 'key'].map((idempotencyKey) => change(person.id, token, next, { idempotencyKey }));
      const tokens = (await Promise.all(calls)).map((answer) => answer.token);
      const rotated = tokens.find((one) => one !== null)!;
      expect([tokens.includes(null), ...(await areLive(rotated, token))]).toEqual([true, true, false]);
      expect((await test.login('Karen', 'battery staple')).person.id).toBe(person.id);
    });

    it('only one of two concurrent password changes succeeds', async () => {
      const { person, token } = await test.register('Joan');
      const wanted = ['first one', 'second one'];
      const results = await Promise.allSettled(wanted.map((one) => change(person.id, token, ['correct horse', one])));
      expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
      const winner = wanted[results.findIndex(({ status }) => status === 'fulfilled')];
      expect((await test.login('Joan', winner)).person.id).toBe(person.id);
    });
  });

  describe('a reset link', () => {
    it('a reset link sets a new password once, signs in and ends all earlier sessions', async () => {
      const { person, token } = await test.register('Evelyn');
      const link = await allow('EVELYN');
      const signedIn = await reset(link);
      expect(signedIn.person.id).toBe(person.id);
      expect(await areLive(token, signedIn.token)).toEqual([false, true]);
      expect((await sessionsOf(person.id, signedIn.token)).map(({ device }) => device)).toEqual(['Safari on iOS']);
      await areAnnounced(token);
      await expect(test.login('Evelyn')).rejects.toMatchObject({ code: 'unauthenticated' });
      await test.login('Evelyn', 'battery staple');
      await expect(reset(link, 'another one')).rejects.toMatchObject({ code: 'not_found' });
    });

    it('a reset link is refused after an hour, and once a newer link or password exists', async () => {
      const { person, token } = await test.register('Sister');
      const isVoid = (link: string) => expect(reset(link)).rejects.toMatchObject({ code: 'not_found' });
      const [old, next] = [await allow('Sister'), await allow('Sister')];
      await isVoid(old);
      await isVoid('invented');
      await test.rows('update password_resets set expires_at = now() where account_id = $1', [person.id]);
      await isVoid(next);
      const last = await allow('Sister');
      await change(person.id, token, ['correct horse', 'battery staple']);
      await isVoid(last);
    });

    it('after its use, a reset link works only for a call with the same key and password', async () => {
      const { person } = await test.register('Annie');
      const link = await allow('Annie');
      const ofAnnie = { idempotencyKey: 'of Annie' };
      const [first, second] = [
        await reset(link, 'battery staple', ofAnnie),
        await reset(link, 'battery staple', ofAnnie),
      ];
      expect([second.person.id, ...(await areLive(first.token, second.token))]).toEqual([person.id, true, true]);
      const used = { code: 'not_found', message: 'This link has been used, or is too old' };
      await expect(reset(link, 'correct horse', ofAnnie)).rejects.toMatchObject(used);
      await expect(reset(link, 'battery staple', { idempotencyKey: 'another' })).rejects.toMatchObject(used);
      await expect(reset(link, 'battery staple')).rejects.toMatchObject(used);
      await expect(reset('invented', 'battery staple', ofAnnie)).rejects.toMatchObject({ code: 'key_reused' });
      await change(person.id, first.token, ['battery staple', 'a third one']);
      await expect(reset(link, 'battery staple', ofAnnie)).rejects.toMatchObject(used);
      expect((await test.login('Annie', 'a third one')).person.id).toBe(person.id);
    });

    it('concurrent calls with one reset link, key and password all sign in', async () => {
      const { person } = await test.register('Klara');
      const link = await allow('Klara');
      const ofKlara = { idempotencyKey: 'of Klara' };
      const answers = await Promise.all([1, 2, 3].map(() => reset(link, 'battery staple', ofKlara)));
      expect(answers.map((answer) => answer.person.id)).toEqual([person.id, person.id, person.id]);
      expect(await areLive(...answers.map(({ token }) => token))).toEqual([true, true, true]);
    });

    it('a reset link is stored only as a hash, and is refused for an unknown name', async () => {
      const { person } = await test.register('Hidden');
      const link = await allow('Hidden');
      const facts = await test.rows('select data from events where type = $1 and stream = $2', [
        PasswordResetAllowed.type,
        `account-${person.id}`,
      ]);
      expect(facts).toEqual([{ data: { accountId: person.id } }]);
      expect(JSON.stringify(await test.rows('select * from password_resets'))).not.toContain(link);
      const unknown = { code: 'not_found', message: 'Nobody has this username' };
      await expect(allow('nobody here')).rejects.toMatchObject(unknown);
    });
  });
});

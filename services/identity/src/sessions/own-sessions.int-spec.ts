import { identityRpc, type LiveSession, liveSubjects, PasswordResetAllowed } from '@hearsay/contracts';
import { subscribeLive } from '@hearsay/messaging';
import { eventually } from '@hearsay/testing';
import { aService } from '@hearsay/testing/a-service';
import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { register as registerIn, startIdentity } from '../identity.suite.js';
import { endSession } from '../sign-in/sign-in.decider.js';
import { hashToken, usedToTheMs } from './sessions.js';

describe('own sessions and password', () => {
  const ended: LiveSession[] = [];
  const test = aService(() => startIdentity());
  beforeAll(() => {
    subscribeLive<LiveSession>(test.connection, `${test.prefix}${liveSubjects.sessions}`, (message) =>
      ended.push(message),
    );
  });
  beforeEach(() => {
    ended.length = 0;
  });

  const register = (username: string) => registerIn(test, username);
  const login = (username: string, password = 'correct horse', device: string | null = null) =>
    test.call(identityRpc.login, { username, password, device }, null);
  const isLive = async (token: string) =>
    (await test.call(identityRpc.session, { tokenHash: hashToken(token) }, null)).session !== null;
  const sessionsOf = async (accountId: string, token: string) =>
    (await test.call(identityRpc.ownSessions, { tokenHash: hashToken(token) }, accountId)).sessions;
  const endsOf = (...tokens: string[]) => {
    const hashes = tokens.map(hashToken);
    return eventually('the ends are published', () =>
      hashes.every((hash) => ended.some(({ tokenHash }) => tokenHash === hash)),
    );
  };

  it('are listed with their device and hour, and mark the current session', async () => {
    const { person, token } = await register('Ada');
    const other = await login('Ada', 'correct horse', 'Firefox on Android');
    const sessions = await sessionsOf(person.id, other.token);
    expect(sessions.map(({ device, isCurrent }) => [device, isCurrent])).toEqual([
      ['Firefox on Android', true],
      [null, false],
    ]);
    for (const session of sessions) {
      expect(Object.keys(session).sort()).toEqual(['createdAt', 'device', 'id', 'isCurrent', 'lastUsedAt']);
      expect(Date.parse(session.lastUsedAt) % usedToTheMs).toBe(0);
      expect(JSON.stringify(session)).not.toContain(hashToken(token));
    }
    expect(await sessionsOf((await register('Somebody else')).person.id, token)).toHaveLength(1);
  });

  it('end one by one, only by their owner', async () => {
    const { person, token } = await register('Grace');
    const other = await login('Grace');
    const stranger = await register('Stranger');
    const [{ id } = { id: '' }] = (await sessionsOf(person.id, token)).filter(({ isCurrent }) => !isCurrent);
    const end = (accountId: string) => test.call(identityRpc.endSession, { id }, accountId);
    await expect(end(stranger.person.id)).rejects.toMatchObject({ code: 'not_found' });
    expect(await isLive(other.token)).toBe(true);
    await end(person.id);
    expect([await isLive(other.token), await isLive(token)]).toEqual([false, true]);
    await endsOf(other.token);
    await expect(end(person.id)).rejects.toMatchObject({ code: 'not_found' });
  });

  it('end once for a repeat under the key, and for no other caller', async () => {
    const { person, token } = await register('Mary');
    const [one, two] = [await login('Mary'), await login('Mary')];
    const idOf = async (of: string) => (await sessionsOf(person.id, of)).find(({ isCurrent }) => isCurrent)!.id;
    const id = await idOf(one.token);
    const end = (accountId: string, which = id, idempotencyKey = 'key') =>
      test.call(identityRpc.endSession, { id: which }, accountId, { idempotencyKey });
    expect(await end(person.id)).toEqual({ endedTokenHash: hashToken(one.token) });
    expect(await end(person.id)).toEqual({ endedTokenHash: null });
    await expect(end(person.id, id, 'another')).rejects.toMatchObject({ code: 'not_found' });
    await expect(end(person.id, await idOf(two.token))).rejects.toMatchObject({ code: 'key_reused' });
    const stranger = await register('Another');
    await expect(end(stranger.person.id)).rejects.toMatchObject({ code: 'not_found' });
    expect([await isLive(one.token), await isLive(two.token), await isLive(token)]).toEqual([false, true, true]);
    const { rows } = await test.service.pool.query('select result from command_results');
    expect(JSON.stringify(rows)).toContain(id);
    expect(JSON.stringify(rows)).not.toContain(hashToken(one.token));
  });

  it('end by a repeat if the first call was interrupted after its key', async () => {
    const { person, token } = await register('Lise');
    const other = await login('Lise');
    const { id } = (await sessionsOf(person.id, token)).find(({ isCurrent }) => !isCurrent)!;
    const cut = { correlationId: null, deadline: Date.now() + 3_600_000, idempotencyKey: 'key' };
    await test.service.pipeline.execute(endSession, { id }, { ...cut, accountId: person.id, payload: { id } });
    await test.call(identityRpc.endSession, { id }, person.id, { idempotencyKey: 'key' });
    expect([await isLive(other.token), await isLive(token)]).toEqual([false, true]);
  });

  it('end all at once except the current one', async () => {
    const { person, token } = await register('Radia');
    const [one, two] = [await login('Radia'), await login('Radia')];
    await test.call(identityRpc.endOtherSessions, { tokenHash: hashToken(one.token) }, person.id);
    expect([await isLive(token), await isLive(one.token), await isLive(two.token)]).toEqual([false, true, false]);
    await endsOf(token, two.token);
  });

  describe('a changed password', () => {
    const change = (
      accountId: string,
      token: string,
      currentPassword: string,
      newPassword: string,
      idempotencyKey?: string,
    ) =>
      test.call(identityRpc.changePassword, { currentPassword, newPassword, tokenHash: hashToken(token) }, accountId, {
        ...(idempotencyKey && { idempotencyKey }),
      });

    it('works from then on, the old one fails, and the other sessions end', async () => {
      const { person, token } = await register('Barbara');
      const other = await login('Barbara');
      const rotated = await change(person.id, token, 'correct horse', 'battery staple');
      expect([await isLive(rotated.token!), await isLive(token), await isLive(other.token)]).toEqual([
        true,
        false,
        false,
      ]);
      await endsOf(other.token);
      await expect(login('Barbara')).rejects.toMatchObject({ code: 'unauthenticated' });
      expect((await login('Barbara', 'battery staple')).person.id).toBe(person.id);
    });

    it('is no common one and not the name, and a refusal keeps the reset link', async () => {
      const { person, token } = await register('Margaret');
      const { token: link } = await test.call(identityRpc.allowReset, { username: 'Margaret' }, null);
      for (const weak of ['password', 'MARGARET']) {
        const refused = { code: 'invalid_input', details: { fields: { newPassword: expect.any(String) } } };
        await expect(change(person.id, token, 'correct horse', weak)).rejects.toMatchObject(refused);
        await expect(
          test.call(identityRpc.resetPassword, { token: link, newPassword: weak }, null),
        ).rejects.toMatchObject(refused);
        await expect(
          test.call(identityRpc.register, { username: 'margaret', password: weak }, null),
        ).rejects.toMatchObject({
          code: 'invalid_input',
          details: { fields: { password: expect.any(String) } },
        });
      }
      const reset = await test.call(identityRpc.resetPassword, { token: link, newPassword: 'battery staple' }, null);
      expect(reset.person.id).toBe(person.id);
    });

    it('needs the current one', async () => {
      const { person, token } = await register('Frances');
      const other = await login('Frances');
      await expect(change(person.id, token, 'wrong horse', 'battery staple')).rejects.toMatchObject({
        code: 'forbidden',
      });
      expect(await isLive(other.token)).toBe(true);
      await login('Frances');
    });

    it('is changed once, however often the call is repeated under its key', async () => {
      const { person, token } = await register('Hedy');
      await change(person.id, token, 'correct horse', 'battery staple', 'key');
      const later = await login('Hedy', 'battery staple');
      await change(person.id, token, 'correct horse', 'battery staple', 'key');
      expect(await isLive(later.token)).toBe(true);
      await expect(change(person.id, token, 'correct horse', 'battery staple')).rejects.toMatchObject({
        code: 'forbidden',
      });
    });

    it('checks one password per call, for any key', async () => {
      const { person, token } = await register('Katherine');
      // The new password is the right guess. Under one key it would be a second guess.
      const guess = (key: string) => change(person.id, token, 'wrong horse', 'correct horse', key);
      await expect(guess('a key')).rejects.toMatchObject({ code: 'forbidden' });
      await change(person.id, token, 'correct horse', 'battery staple', 'of the change');
      const after = (key: string) => change(person.id, token, 'wrong horse', 'battery staple', key);
      await expect(after('another key')).rejects.toMatchObject({ code: 'forbidden' });
      await expect(change(person.id, token, 'battery staple', 'wrong horse', 'of the change')).rejects.toMatchObject({
        code: 'forbidden',
      });
      expect(await after('of the change')).toEqual({ token: null });
    });

    it('has another generation, which reveals nothing of the password', async () => {
      const { person, token } = await register('Dorothy');
      const generation = async (username = ' DOROTHY') =>
        (await test.call(identityRpc.passwordGeneration, { username }, null)).generation;
      const first = await generation();
      expect(first).toMatch(/^[\w-]{22}$/);
      expect(await generation()).toBe(first);
      await change(person.id, token, 'correct horse', 'battery staple');
      expect(await generation()).not.toBe(first);
      expect(await generation('nobody here')).toBeNull();
    });

    it('is changed for a repeat under the key while the first call runs', async () => {
      const { person, token } = await register('Karen');
      const calls = ['key', 'key'].map((key) => change(person.id, token, 'correct horse', 'battery staple', key));
      const tokens = (await Promise.all(calls)).map((answer) => answer.token);
      const rotated = tokens.find((one) => one !== null)!;
      expect([tokens.includes(null), await isLive(rotated), await isLive(token)]).toEqual([true, true, false]);
      expect((await login('Karen', 'battery staple')).person.id).toBe(person.id);
    });

    it('is set by one of two concurrent calls', async () => {
      const { person, token } = await register('Joan');
      const results = await Promise.allSettled(
        ['first one', 'second one'].map((next) => change(person.id, token, 'correct horse', next)),
      );
      expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
      const winner = results[0]!.status === 'fulfilled' ? 'first one' : 'second one';
      expect((await login('Joan', winner)).person.id).toBe(person.id);
    });
  });

  describe('a reset link', () => {
    const allow = async (username: string) => (await test.call(identityRpc.allowReset, { username }, null)).token;
    const reset = (token: string, newPassword = 'battery staple', idempotencyKey?: string) =>
      test.call(identityRpc.resetPassword, { token, newPassword, device: 'Safari on iOS' }, null, {
        ...(idempotencyKey && { idempotencyKey }),
      });

    it('sets a new password once, signs in and ends all earlier sessions', async () => {
      const { person, token } = await register('Evelyn');
      const link = await allow('EVELYN');
      const signedIn = await reset(link);
      expect(signedIn.person.id).toBe(person.id);
      expect([await isLive(token), await isLive(signedIn.token)]).toEqual([false, true]);
      expect((await sessionsOf(person.id, signedIn.token)).map(({ device }) => device)).toEqual(['Safari on iOS']);
      await endsOf(token);
      await expect(login('Evelyn')).rejects.toMatchObject({ code: 'unauthenticated' });
      await login('Evelyn', 'battery staple');
      await expect(reset(link, 'another one')).rejects.toMatchObject({ code: 'not_found' });
    });

    it('is void after its hour, a newer link or a change, and if it was invented', async () => {
      const { person, token } = await register('Sister');
      const old = await allow('Sister');
      const next = await allow('Sister');
      await expect(reset(old)).rejects.toMatchObject({ code: 'not_found' });
      await expect(reset('invented')).rejects.toMatchObject({ code: 'not_found' });
      await test.service.pool.query('update password_resets set expires_at = now() where account_id = $1', [person.id]);
      await expect(reset(next)).rejects.toMatchObject({ code: 'not_found' });
      const last = await allow('Sister');
      const body = { currentPassword: 'correct horse', newPassword: 'battery staple', tokenHash: hashToken(token) };
      await test.call(identityRpc.changePassword, body, person.id);
      await expect(reset(last)).rejects.toMatchObject({ code: 'not_found' });
    });

    it('works once among many concurrent attempts', async () => {
      await register('Many');
      const link = await allow('Many');
      const results = await Promise.allSettled(Array.from({ length: 5 }, () => reset(link)));
      expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    });

    it('signs in a repeat with its key and password, and is used for other calls', async () => {
      const { person } = await register('Annie');
      const link = await allow('Annie');
      const first = await reset(link, 'battery staple', 'of Annie');
      const second = await reset(link, 'battery staple', 'of Annie');
      expect([second.person.id, await isLive(first.token), await isLive(second.token)]).toEqual([
        person.id,
        true,
        true,
      ]);
      const used = { code: 'not_found', message: 'This link has been used, or is too old' };
      await expect(reset(link, 'correct horse', 'of Annie')).rejects.toMatchObject(used);
      await expect(reset(link, 'battery staple', 'another')).rejects.toMatchObject(used);
      await expect(reset(link, 'battery staple')).rejects.toMatchObject(used);
      await expect(reset('invented', 'battery staple', 'of Annie')).rejects.toMatchObject({ code: 'key_reused' });
      const change = {
        currentPassword: 'battery staple',
        newPassword: 'a third one',
        tokenHash: hashToken(first.token),
      };
      await test.call(identityRpc.changePassword, change, person.id);
      await expect(reset(link, 'battery staple', 'of Annie')).rejects.toMatchObject(used);
      expect((await login('Annie', 'a third one')).person.id).toBe(person.id);
    });

    it('signs in a repeat under the key while the first call runs', async () => {
      const { person } = await register('Klara');
      const link = await allow('Klara');
      const answers = await Promise.all([1, 2, 3].map(() => reset(link, 'battery staple', 'of Klara')));
      expect(answers.map((answer) => answer.person.id)).toEqual([person.id, person.id, person.id]);
      expect(await Promise.all(answers.map(({ token }) => isLive(token)))).toEqual([true, true, true]);
    });

    it('is stored as a hash only, and is useless without the name', async () => {
      const { person } = await register('Hidden');
      const link = await allow('Hidden');
      const { rows } = await test.service.pool.query('select * from password_resets');
      const { rows: facts } = await test.service.pool.query('select data from events where type = $1 and stream = $2', [
        PasswordResetAllowed.type,
        `account-${person.id}`,
      ]);
      expect(facts).toEqual([{ data: { accountId: person.id } }]);
      expect(JSON.stringify(rows)).not.toContain(link);
      await expect(allow('nobody here')).rejects.toMatchObject({
        code: 'not_found',
        message: 'Nobody has this username',
      });
    });
  });
});

import { randomUUID } from 'node:crypto';
import { identityRpc, OwnSession, OwnUser, Refusal } from '@hearsay/contracts';
import { uuidv7 } from '@hearsay/service-runtime';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { GatewayUnderTest } from './gateway-under-test.suite.js';

const firefox = 'Mozilla/5.0 (Android 15; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0';

describe('one’s own account', () => {
  let gateway: GatewayUnderTest;
  let fan: ReturnType<GatewayUnderTest['services']['signIn']>;

  beforeAll(async () => {
    gateway = await GatewayUnderTest.start({ RATE_LIMIT_LOGIN_NAME: '3/300', RATE_LIMIT_RESETS: '5/3600' });
  });
  afterAll(() => gateway.stop());
  beforeEach(() => {
    gateway.services.calls.length = 0;
    fan = gateway.services.signIn(`fan-${uuidv7()}`);
  });

  describe('the password', () => {
    const body = { currentPassword: 'secret1', newPassword: 'secret2' };
    const change = (cookie: string | undefined, more: object = {}) =>
      gateway.ask('PATCH', '/api/auth/password', { ...(cookie && { cookie }), body: { ...body, ...more } });

    it('is changed for the own session, which goes on under a new token', async () => {
      const token = 'n'.repeat(43);
      gateway.services.on(identityRpc.changePassword, () => ({ token }));
      const answer = await change(fan.cookie);
      expect(answer).toMatchObject({ status: 200, body: { success: true } });
      const cookies = answer.headers.getSetCookie();
      expect(cookies).toContainEqual(expect.stringMatching(new RegExp(`^hearsay_session=${token};`)));
      expect(cookies).toContainEqual(expect.stringMatching(/^hearsay_browser=/));
      const [call] = gateway.services.callsOf(identityRpc.changePassword);
      expect([call?.input, call?.context.accountId]).toEqual([{ ...body, tokenHash: fan.tokenHash }, fan.person.id]);
      expect((await gateway.ask('GET', '/api/auth/user', { cookie: fan.cookie })).status).toBe(200);
    });

    it('needs a session', async () => {
      expect((await change(undefined)).status).toBe(401);
    });

    it.each([
      [{ newPassword: '' }, 'Password required'],
      [{ newPassword: '12345' }, 'Password must be at least 6 characters long'],
      [{ newPassword: 'x'.repeat(129) }, 'Password must be at most 128 characters long'],
      [{ currentPassword: '' }, 'Please enter your password'],
      [{ currentPassword: null }, 'Please enter your password'],
    ])('with %j is refused: %s', async (more, error) => {
      expect(await change(fan.cookie, more)).toMatchObject({ status: 400, body: { error, code: 'invalid_input' } });
    });

    it('that is wrong is 403, and after some of them nobody may try on', async () => {
      gateway.services.on(identityRpc.changePassword, () => {
        throw new Refusal('forbidden', 'Your current password is not right');
      });
      for (let attempt = 0; attempt < 3; attempt += 1)
        expect(await change(fan.cookie)).toMatchObject({
          status: 403,
          body: { code: 'forbidden', error: 'Your current password is not right' },
        });
      const refused = await change(fan.cookie);
      expect(refused).toMatchObject({ status: 429, body: { code: 'rate_limited' } });
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
      expect(gateway.services.callsOf(identityRpc.changePassword)).toHaveLength(3);
    });
  });

  describe('deleting it', () => {
    const remove = (cookie: string | undefined, body: object = { password: 'secret1' }, id = fan.person.id) =>
      gateway.ask('DELETE', `/api/users/${id}`, { ...(cookie && { cookie }), body });

    it('answers until when it can be undone, and signs out', async () => {
      const undoUntil = '2026-11-24T10:00:00.000Z';
      gateway.services.on(identityRpc.deleteAccount, () => {
        gateway.services.forgetSession(fan.tokenHash);
        return { removalId: uuidv7(), undoUntil };
      });
      const answer = await remove(fan.cookie);
      expect(answer.status).toBe(200);
      expect(answer.body).toEqual({ success: true, undoUntil });
      expect(answer.headers.get('set-cookie')).toContain('Max-Age=0');
      expect(answer.headers.get('clear-site-data')).toBe('"cache"');
      const [call] = gateway.services.callsOf(identityRpc.deleteAccount);
      expect([call?.input, call?.context.accountId]).toEqual([
        { password: 'secret1', anonymousPosts: 'keep' },
        fan.person.id,
      ]);
      expect((await gateway.ask('GET', '/api/auth/user', { cookie: fan.cookie })).status).toBe(401);
    });

    it('passes on what is to become of the anonymous posts', async () => {
      gateway.services.on(identityRpc.deleteAccount, () => ({
        removalId: uuidv7(),
        undoUntil: '2026-11-24T10:00:00.000Z',
      }));
      expect((await remove(fan.cookie, { password: 'secret1', anonymousPosts: 'remove' })).status).toBe(200);
      expect(gateway.services.callsOf(identityRpc.deleteAccount)[0]?.input).toEqual({
        password: 'secret1',
        anonymousPosts: 'remove',
      });
    });

    it('is for oneself only, with the password', async () => {
      const ambassador = gateway.services.signIn(`ambassador-${uuidv7()}`, { isAmbassador: true });
      expect((await remove(undefined)).status).toBe(401);
      expect((await remove(ambassador.cookie)).status).toBe(403);
      expect((await remove(fan.cookie, {}, 'me')).status).toBe(404);
      expect(await remove(fan.cookie, { password: 'secret1', anonymousPosts: 'burn' })).toMatchObject({
        status: 400,
        body: { code: 'invalid_input', fields: { anonymousPosts: expect.any(String) } },
      });
      expect(await remove(fan.cookie, {})).toMatchObject({
        status: 400,
        body: { error: 'Please enter your password' },
      });
      expect(gateway.services.callsOf(identityRpc.deleteAccount)).toEqual([]);
      gateway.services.on(identityRpc.deleteAccount, () => {
        throw new Refusal('forbidden', 'This is not your password');
      });
      expect(await remove(fan.cookie)).toMatchObject({ status: 403, body: { code: 'forbidden' } });
      expect((await gateway.ask('GET', '/api/auth/user', { cookie: fan.cookie })).status).toBe(200);
    });
  });

  describe('sessions', () => {
    const session = (isCurrent: boolean) => ({
      id: uuidv7(),
      createdAt: '2026-11-21T10:20:30.456Z',
      lastUsedAt: '2026-11-21T11:00:00.000Z',
      device: 'Firefox on Android',
      isCurrent,
    });

    it('are listed in their shape and nothing more', async () => {
      const sessions = [session(true), session(false)];
      gateway.services.on(identityRpc.ownSessions, () => ({
        sessions: sessions.map((one) => ({ ...one, tokenHash: 'a hash' })),
      }));
      const answer = await gateway.ask('GET', '/api/auth/sessions', { cookie: fan.cookie });
      expect(answer).toMatchObject({ status: 200, body: sessions });
      expect(answer.text).not.toContain('a hash');
      for (const one of answer.body as object[]) expect(OwnSession.parse(one)).toEqual(one);
      expect(gateway.services.callsOf(identityRpc.ownSessions)[0]?.input).toEqual({ tokenHash: fan.tokenHash });
    });

    it('are for oneself only', async () => {
      for (const [method, path] of [
        ['GET', '/api/auth/sessions'],
        ['DELETE', '/api/auth/sessions'],
        ['DELETE', `/api/auth/sessions/${uuidv7()}`],
      ] as const)
        expect((await gateway.ask(method, path)).status).toBe(401);
      expect((await gateway.ask('DELETE', '/api/auth/sessions/mine', { cookie: fan.cookie })).status).toBe(404);
    });

    it('another one ends alone; the current one as by signing out', async () => {
      gateway.services.on(identityRpc.endSession, () => ({ endedTokenHash: 'of another' }));
      const other = await gateway.ask('DELETE', `/api/auth/sessions/${uuidv7()}`, { cookie: fan.cookie });
      expect(other).toMatchObject({ status: 200, body: { success: true } });
      expect(other.headers.get('set-cookie')).toBeNull();
      gateway.services.on(identityRpc.endSession, () => {
        gateway.services.forgetSession(fan.tokenHash);
        return { endedTokenHash: fan.tokenHash };
      });
      const current = await gateway.ask('DELETE', `/api/auth/sessions/${uuidv7()}`, { cookie: fan.cookie });
      expect(current.headers.get('set-cookie')).toContain('Max-Age=0');
      expect([current, other].map(({ headers }) => headers.get('clear-site-data'))).toEqual(['"cache"', null]);
      expect((await gateway.ask('GET', '/api/auth/user', { cookie: fan.cookie })).status).toBe(401);
    });

    it('end once more for whoever repeats the call', async () => {
      gateway.services.on(identityRpc.endSession, () => ({ endedTokenHash: null }));
      const headers = { 'idempotency-key': 'k' };
      const repeated = await gateway.ask('DELETE', `/api/auth/sessions/${uuidv7()}`, { cookie: fan.cookie, headers });
      expect(repeated).toMatchObject({ status: 200, body: { success: true } });
      expect(gateway.services.callsOf(identityRpc.endSession)[0]?.context).toMatchObject({
        accountId: fan.person.id,
        idempotencyKey: 'k',
      });
    });

    it('that are not one’s own are 404', async () => {
      gateway.services.on(identityRpc.endSession, () => {
        throw new Refusal('not_found');
      });
      expect((await gateway.ask('DELETE', `/api/auth/sessions/${uuidv7()}`, { cookie: fan.cookie })).status).toBe(404);
    });

    it('are named by what opened them', async () => {
      const signedIn = { person: fan.person, token: 't', expiresAt: '2026-03-01T00:00:00.000Z' };
      gateway.services.on(identityRpc.login, () => signedIn);
      gateway.services.on(identityRpc.register, () => ({ signedIn }));
      const headers = { 'user-agent': firefox };
      await gateway.ask('POST', '/api/auth/login', { body: { username: 'nora', password: 'secret1' }, headers });
      await gateway.ask('POST', '/api/auth/register', { body: { username: 'nora', password: 'secret1' }, headers });
      for (const rpc of [identityRpc.login, identityRpc.register])
        expect(gateway.services.callsOf(rpc)[0]?.input).toMatchObject({ device: 'Firefox on Android' });
    });
  });

  describe('a reset link', () => {
    const reset = (body: object) =>
      gateway.ask('POST', '/api/auth/reset', { body, headers: { 'user-agent': firefox } });

    it('is repeated under keys that nobody else can have chosen, and under no others', async () => {
      gateway.services.on(identityRpc.resetPassword, () => ({
        person: fan.person,
        token: 'new',
        expiresAt: '2026-03-01T00:00:00.000Z',
      }));
      const keys: unknown[] = [];
      const unguessable = randomUUID();
      for (const key of [unguessable, '1']) {
        const body = { token: 'link', newPassword: 'secret2' };
        // From elsewhere: the tries of one address are counted.
        const headers = { 'idempotency-key': key, 'x-forwarded-for': '192.0.2.1' };
        expect((await gateway.ask('POST', '/api/auth/reset', { body, headers })).status).toBe(200);
        keys.push(gateway.services.callsOf(identityRpc.resetPassword).at(-1)?.context.idempotencyKey);
      }
      expect(keys).toEqual([unguessable, undefined]);
    });

    it('signs in with a new password; one that is used up is 404, a short password 400, and an address may try a few', async () => {
      gateway.services.on(identityRpc.resetPassword, () => ({
        person: fan.person,
        token: 'new',
        expiresAt: '2026-03-01T00:00:00.000Z',
      }));
      const answer = await reset({ token: 'link', newPassword: 'secret2' });
      expect(answer.status).toBe(200);
      expect(OwnUser.parse(answer.body)).toMatchObject({ id: fan.person.id });
      expect(answer.headers.getSetCookie()[0]).toContain('hearsay_session=new;');
      expect(gateway.services.callsOf(identityRpc.resetPassword)[0]).toMatchObject({
        input: { token: 'link', newPassword: 'secret2', device: 'Firefox on Android' },
        context: { accountId: null },
      });
      gateway.services.on(identityRpc.resetPassword, () => {
        throw new Refusal('not_found', 'This link has been used, or is too old');
      });
      expect(await reset({ token: 'link', newPassword: 'secret2' })).toMatchObject({
        status: 404,
        body: { code: 'not_found' },
      });
      expect(await reset({ token: 'link', newPassword: '12345' })).toMatchObject({
        status: 400,
        body: { error: 'Password must be at least 6 characters long' },
      });
      expect((await reset({ newPassword: 'secret2' })).status).toBe(400);
      const statuses: number[] = [];
      for (let attempt = 0; attempt < 4; attempt += 1)
        statuses.push((await reset({ token: 'link', newPassword: 'secret2' })).status);
      expect(statuses).toEqual([404, 404, 404, 429]);
    });
  });
});

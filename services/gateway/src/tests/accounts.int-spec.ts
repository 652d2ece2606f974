import { randomUUID } from 'node:crypto';
import { identityRpc } from '@hearsay/contracts';
import { uuidv7 } from '@hearsay/service-runtime';
import { describe, expect, it } from '@jest/globals';
import { gatewayForBlock, type HttpAnswer } from './gateway-under-test.suite.js';

const password = { currentPassword: 'secret1', newPassword: 'secret2' };

describe('accounts', () => {
  const gateway = gatewayForBlock({ RATE_LIMIT_LOGIN_NAME: '3/300' });
  const signsIn = (token = 't', changes: object = {}) =>
    gateway.services.on(identityRpc.login, () => ({
      person: { ...gateway.fan.person, ...changes },
      token,
      expiresAt: '2026-03-01T00:00:00.000Z',
    }));
  const logIn = (cookie?: string, headers?: Record<string, string>) =>
    gateway.ask('POST', '/api/auth/login', { cookie, headers, body: { username: 'a', password: 'b' } });
  const user = (cookie?: string, query = '') => gateway.get(`/api/auth/user${query}`, cookie);
  const cookiesOf = ({ headers }: HttpAnswer) => headers.getSetCookie();

  it('a repeated registration signs in with its password, else the name is taken', async () => {
    gateway.services.on(identityRpc.register, () => ({ signedIn: null, suggestion: 'nora2' }));
    const register = () =>
      gateway.ask('POST', '/api/auth/register', { body: { username: 'nora', password: 'secret1' } });
    signsIn();
    expect(await register()).toMatchObject({ status: 201, body: { id: gateway.fan.person.id } });
    gateway.services.refuse(identityRpc.login, 'unauthenticated', 'Please check your credentials');
    const refused = await register();
    const error = 'Username might already be taken';
    const body = { code: 'conflict', error, fields: { username: error }, suggestion: 'nora2' };
    expect(refused).toMatchObject({ status: 409, body });
    expect(cookiesOf(refused)).toEqual([]);
  });

  it('behind a TLS proxy, the session cookie is bound to its host', async () => {
    const token = 'x'.repeat(43);
    gateway.services.addSession(token, gateway.fan.person.id);
    signsIn(token);
    const tls = { 'x-forwarded-proto': 'https' };
    const answer = await logIn(undefined, tls);
    const hsts = ({ headers }: HttpAnswer) => headers.get('strict-transport-security');
    expect([answer.status, hsts(answer), hsts(await user())]).toEqual([200, 'max-age=31536000', null]);
    expect(
      cookiesOf(answer).map((cookie) => /^__Host-hearsay_(\w+)=.*; Path=\/; .*; Secure$/.exec(cookie)?.[1]),
    ).toEqual(['session', 'present', 'browser']);
    const own = `__Host-hearsay_session=${token}`;
    for (const [cookie, headers, status] of [
      [own, tls, 200],
      [own.replace('__Host-', ''), tls, 401],
      [own, { 'x-forwarded-proto': 'http' }, 401],
    ] as const) {
      expect((await gateway.ask('GET', '/api/auth/user', { cookie, headers })).status).toBe(status);
      const query = `?userId=${gateway.fan.person.id}`;
      expect(await gateway.statusOfSocket({ cookie, headers, query })).toBe(status === 200 ? 101 : status);
    }
  });

  it('a login ends the session of its request', async () => {
    signsIn();
    await logIn(gateway.fan.cookie);
    expect((await user(gateway.fan.cookie)).status).toBe(401);
  });

  it('a login succeeds even if the XP cannot be read', async () => {
    signsIn('t', { level: 3 });
    await gateway.services.stop('gamification');
    const answer = await logIn();
    await gateway.services.start('gamification');
    expect(answer).toMatchObject({ status: 200, body: { level: 3, xp: 250 } });
  });

  it('a visitor who asks for the own user gets 401, or null if requested', async () => {
    const ended = `hearsay_session=${'y'.repeat(43)}; hearsay_present=1`;
    const orphan = 'z'.repeat(43);
    gateway.services.addSession(orphan, randomUUID());
    const removed = [
      expect.stringMatching(/^hearsay_session=; Max-Age=0;/),
      expect.stringMatching(/^hearsay_present=;/),
    ];
    for (const [cookie, query, status, cookies] of [
      [undefined, '', 401, []],
      [undefined, '?orNull=true', 200, []],
      [undefined, '?orNull=maybe', 400, []],
      [ended, '?orNull=true', 200, removed],
      [ended, '?orNull=keep', 200, []],
      [`hearsay_session=${orphan}`, '', 401, expect.anything()],
      [`hearsay_session=${orphan}`, '?orNull=keep', 200, []],
    ] as const) {
      const answer = await user(cookie, query);
      expect([query, answer.status, cookiesOf(answer)]).toEqual([query, status, cookies]);
      expect(answer.headers.get('content-type')).toContain('application/json');
      if (status === 200) expect(answer.text).toBe('null');
    }
    const { cookie, person } = gateway.fan;
    expect(await user(cookie, '?orNull=true')).toMatchObject({ status: 200, body: { id: person.id } });
  });

  const undoUntil = '2026-11-24T10:00:00.000Z';
  it.each([
    ['logout', 'POST', '/api/auth/logout', {}],
    ['the end of the current session', 'DELETE', `/api/auth/sessions/${uuidv7()}`, {}],
    ['deletion', 'DELETE', '/api/users/:id', { undoUntil }],
  ])('%s ends the session, and clears cookie and cache', async (_act, method, path, answered) => {
    const { cookie, person, tokenHash } = gateway.fan;
    expect((await user(cookie)).status).toBe(200);
    const end = (answer: object) => () => {
      gateway.services.forgetSession(tokenHash);
      return answer;
    };
    gateway.services.on(identityRpc.endSession, end({ endedTokenHash: tokenHash }));
    gateway.services.on(identityRpc.deleteAccount, end({ removalId: uuidv7(), undoUntil }));
    const asking = { cookie, ...(method === 'DELETE' && { body: { password: 'secret1' } }) };
    const answer = await gateway.ask(method, path.replace(':id', person.id), asking);
    expect(answer).toMatchObject({ status: 200, body: { success: true, ...answered } });
    expect(cookiesOf(answer)[0]).toContain('Max-Age=0');
    expect(answer.headers.get('clear-site-data')).toBe('"cache"');
    expect((await user(cookie)).status).toBe(401);
  });

  it('cookie and cache are kept when another session ends', async () => {
    gateway.services.on(identityRpc.endSession, () => ({ endedTokenHash: 'of another' }));
    const answer = await gateway.ask('DELETE', `/api/auth/sessions/${uuidv7()}`, { cookie: gateway.fan.cookie });
    expect([answer.status, cookiesOf(answer), answer.headers.get('clear-site-data')]).toEqual([200, [], null]);
  });

  describe('with a changed password', () => {
    const change = () => gateway.ask('PATCH', '/api/auth/password', { cookie: gateway.fan.cookie, body: password });

    it('the current session gets a new token', async () => {
      const token = 'n'.repeat(43);
      gateway.services.on(identityRpc.changePassword, () => ({ token }));
      const answer = await change();
      expect(answer).toMatchObject({ status: 200, body: { success: true } });
      for (const start of [`hearsay_session=${token};`, 'hearsay_browser='])
        expect(cookiesOf(answer)).toContainEqual(expect.stringMatching(new RegExp(`^${start}`)));
      expect(gateway.services.inputsOf(identityRpc.changePassword)).toEqual([
        { ...password, tokenHash: gateway.fan.tokenHash },
      ]);
    });

    it('password changes are refused after too many wrong passwords', async () => {
      gateway.services.refuse(identityRpc.changePassword, 'forbidden', 'Your current password is not right');
      const body = { code: 'forbidden', error: 'Your current password is not right' };
      for (let attempt = 0; attempt < 3; attempt += 1) expect(await change()).toMatchObject({ status: 403, body });
      expect(await change()).toMatchObject({ status: 429, body: { code: 'rate_limited' } });
      expect(gateway.services.callsOf(identityRpc.changePassword)).toHaveLength(3);
    });
  });

  it.each([
    ['GET', '/api/auth/sessions', 'private, no-store'],
    ['POST', '/api/auth/logout', 'private, no-store'],
    ['GET', '/api/users', 'private, no-cache'],
  ])('%s %s keeps its answer out of shared caches with %s', async (method, path, kept) => {
    gateway.services.on(identityRpc.ownSessions, () => ({ sessions: [] }));
    gateway.services.on(identityRpc.listPeople, () => ({ people: [] }));
    const { status, headers } = await gateway.ask(method, path, { cookie: gateway.fan.cookie });
    expect([status, headers.get('cache-control')]).toEqual([200, kept]);
  });
});

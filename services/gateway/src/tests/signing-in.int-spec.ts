import { randomUUID } from 'node:crypto';
import { identityRpc, notificationRpc, Refusal } from '@hearsay/contracts';
import { uuidv7 } from '@hearsay/service-runtime';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { makePerson } from './fake-services.suite.js';
import { aGateway, GatewayUnderTest } from './gateway-under-test.suite.js';
import { SocketClient } from './socket-client.suite.js';

describe('sign-in', () => {
  const gateway = aGateway();
  let fan: ReturnType<GatewayUnderTest['services']['signIn']>;
  beforeEach(() => {
    fan = gateway.services.signIn(`fan-${uuidv7()}`);
  });

  it('registers with 201, the own User and an HttpOnly cookie of 30 days', async () => {
    const person = makePerson('nora');
    gateway.services.people.set(person.id, person);
    gateway.services.on(identityRpc.register, () => ({
      signedIn: { person, token: 'new-token', expiresAt: '2026-03-01T00:00:00.000Z' },
    }));
    const key = randomUUID();
    const answer = await gateway.ask('POST', '/api/auth/register', {
      body: { username: '  nora ', password: 'secret1' },
      headers: { 'idempotency-key': key },
    });
    expect(answer.status).toBe(201);
    expect(answer.body).toMatchObject({
      id: person.id,
      username: 'nora',
      xp: 120,
      whoMayAsk: 'everyone',
      canAsk: false,
    });
    expect(answer.headers.getSetCookie()).toEqual([
      'hearsay_session=new-token; Max-Age=2592000; Path=/; HttpOnly; SameSite=Lax',
      'hearsay_present=1; Max-Age=2592000; Path=/; SameSite=Lax',
      expect.stringMatching(/^hearsay_browser=[\w.-]+; Max-Age=31536000; Path=\/; HttpOnly; SameSite=Lax$/),
    ]);
    const [call] = gateway.services.callsOf(identityRpc.register);
    expect(call?.input).toEqual({ username: 'nora', password: 'secret1', isCreator: false, device: null });
    expect(call?.context).toMatchObject({
      accountId: null,
      idempotencyKey: key,
      correlationId: answer.headers.get('x-request-id'),
    });
  });

  it('signs a repeated registration in by its password, else the name is taken', async () => {
    gateway.services.on(identityRpc.register, () => ({ signedIn: null }));
    const register = () =>
      gateway.ask('POST', '/api/auth/register', { body: { username: 'nora', password: 'secret1' } });
    gateway.services.on(identityRpc.login, () => ({
      person: fan.person,
      token: 't',
      expiresAt: '2026-03-01T00:00:00.000Z',
    }));
    expect(await register()).toMatchObject({ status: 201, body: { id: fan.person.id } });
    gateway.services.on(identityRpc.login, () => {
      throw new Refusal('unauthenticated', 'Please check your credentials');
    });
    const refused = await register();
    expect(refused).toMatchObject({
      status: 409,
      body: { code: 'conflict', error: 'Username might already be taken' },
    });
    expect(refused.headers.getSetCookie()).toEqual([]);
  });

  it('keeps the session under TLS at a proxy in a cookie bound to its host', async () => {
    const token = 'x'.repeat(43);
    gateway.services.addSession(token, fan.person.id);
    gateway.services.on(identityRpc.login, () => ({
      person: fan.person,
      token,
      expiresAt: '2026-03-01T00:00:00.000Z',
    }));
    const answer = await gateway.ask('POST', '/api/auth/login', {
      body: { username: 'a', password: 'b' },
      headers: { 'x-forwarded-proto': 'https' },
    });
    expect(answer.status).toBe(200);
    expect(answer.headers.get('strict-transport-security')).toBe('max-age=31536000');
    expect((await gateway.ask('GET', '/api/auth/user')).headers.get('strict-transport-security')).toBeNull();
    const cookies = answer.headers.getSetCookie();
    expect(
      cookies.map((cookie) => /^__Host-hearsay_(session|present|browser)=.*; Path=\/; .*; Secure$/.test(cookie)),
    ).toEqual([true, true, true]);
    const user = (name: string, protocol: string) =>
      gateway.ask('GET', '/api/auth/user', { cookie: `${name}=${token}`, headers: { 'x-forwarded-proto': protocol } });
    expect((await user('__Host-hearsay_session', 'https')).status).toBe(200);
    expect((await user('hearsay_session', 'https')).status).toBe(401);
    expect((await user('__Host-hearsay_session', 'http')).status).toBe(401);
    const socket = (name: string, protocol: string) =>
      SocketClient.refusal(gateway.url, {
        cookie: `${name}=${token}`,
        query: `?userId=${fan.person.id}`,
        headers: { 'x-forwarded-proto': protocol },
      });
    expect(await socket('__Host-hearsay_session', 'https')).toBe(101);
    expect(await socket('hearsay_session', 'https')).toBe(401);
  });

  it('asks identity only about cookies that can be a token', async () => {
    const before = gateway.services.callsOf(identityRpc.session).length;
    expect((await gateway.ask('GET', '/api/auth/user', { cookie: `hearsay_session=${'x'.repeat(400)}` })).status).toBe(
      401,
    );
    expect(gateway.services.callsOf(identityRpc.session)).toHaveLength(before);
  });

  it('ends the session that came along with a login', async () => {
    gateway.services.on(identityRpc.login, () => ({
      person: fan.person,
      token: 't',
      expiresAt: '2026-03-01T00:00:00.000Z',
    }));
    await gateway.ask('POST', '/api/auth/login', { cookie: fan.cookie, body: { username: 'a', password: 'b' } });
    expect((await gateway.ask('GET', '/api/auth/user', { cookie: fan.cookie })).status).toBe(401);
  });

  it('admits a person while their XP cannot be read', async () => {
    gateway.services.on(identityRpc.login, () => ({
      person: { ...fan.person, level: 3 },
      token: 't',
      expiresAt: '2026-03-01T00:00:00.000Z',
    }));
    await gateway.services.stop('gamification');
    const answer = await gateway.ask('POST', '/api/auth/login', { body: { username: 'a', password: 'b' } });
    await gateway.services.start('gamification');
    expect(answer).toMatchObject({ status: 200, body: { level: 3, xp: 250 } });
  });

  it('answers a visitor’s user request with 401, or null if requested', async () => {
    expect((await gateway.ask('GET', '/api/auth/user')).status).toBe(401);
    const answer = await gateway.ask('GET', '/api/auth/user?orNull=true');
    expect(answer).toMatchObject({ status: 200, body: null });
    expect(answer.headers.get('set-cookie')).toBeNull();
    const cookie = `hearsay_session=${'y'.repeat(43)}; hearsay_present=1`;
    const late = await gateway.ask('GET', '/api/auth/user?orNull=true', { cookie });
    expect(late.headers.getSetCookie()).toEqual([
      'hearsay_session=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax',
      'hearsay_present=; Max-Age=0; Path=/; SameSite=Lax',
    ]);
    const kept = await gateway.ask('GET', '/api/auth/user?orNull=keep', { cookie });
    expect(kept).toMatchObject({ status: 200, body: null });
    expect(kept.headers.get('set-cookie')).toBeNull();
    expect(answer.headers.get('content-type')).toContain('application/json');
    expect(await gateway.ask('GET', '/api/auth/user?orNull=true', { cookie: fan.cookie })).toMatchObject({
      status: 200,
      body: { id: fan.person.id },
    });
    expect((await gateway.ask('GET', '/api/auth/user?orNull=maybe')).status).toBe(400);
  });

  it('treats people without an account as visitors, also with a cached session', async () => {
    const token = 'z'.repeat(43);
    gateway.services.addSession(token, randomUUID());
    const ask = (query: string) => gateway.ask('GET', `/api/auth/user${query}`, { cookie: `hearsay_session=${token}` });
    expect((await ask('')).status).toBe(401);
    expect(await ask('?orNull=true')).toMatchObject({ status: 200, body: null });
    expect(await ask('?orNull=keep')).toMatchObject({ status: 200, body: null });
  });

  it('ends the session at logout and removes the cookie', async () => {
    expect((await gateway.ask('GET', '/api/auth/user', { cookie: fan.cookie })).status).toBe(200);
    const answer = await gateway.ask('POST', '/api/auth/logout', { cookie: fan.cookie });
    expect(answer).toMatchObject({ status: 200, body: { success: true } });
    expect(answer.headers.get('set-cookie')).toContain('Max-Age=0');
    expect(answer.headers.get('clear-site-data')).toBe('"cache"');
    expect((await gateway.ask('GET', '/api/auth/user', { cookie: fan.cookie })).status).toBe(401);
  });

  it.each([
    ['GET', '/api/auth/user', 'private, no-store'],
    ['GET', '/api/auth/sessions', 'private, no-store'],
    ['GET', '/api/notifications', 'private, no-store'],
    ['POST', '/api/auth/logout', 'private, no-store'],
    ['GET', '/api/users', 'private, no-cache'],
  ])('forbids browsers to store personal answers: %s %s says %s', async (method, path, kept) => {
    gateway.services.on(identityRpc.ownSessions, () => ({ sessions: [] }));
    gateway.services.on(identityRpc.listPeople, () => ({ people: [] }));
    gateway.services.on(notificationRpc.inbox, () => ({ notifications: [] }));
    const { cookie } = gateway.services.signIn('nora');
    const { status, headers } = await gateway.ask(method, path, { cookie });
    expect([status, headers.get('cache-control')]).toEqual([200, kept]);
  });
});

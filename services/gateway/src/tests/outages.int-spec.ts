import { randomBytes } from 'node:crypto';
import { contentRpc, identityRpc, Refusal } from '@hearsay/contracts';
import { uuidv7 } from '@hearsay/service-runtime';
import { afterEach, describe, expect, it } from '@jest/globals';
import { FakeQuestions } from './fake-questions.suite.js';
import { FakeRoom } from './fake-room.suite.js';
import { makePerson } from './fake-services.suite.js';
import { GatewayUnderTest } from './gateway-under-test.suite.js';
import { SocketClient } from './socket-client.suite.js';
import { questionView } from './views.suite.js';

describe('a gateway at its limits or in an outage', () => {
  let gateway: GatewayUnderTest | undefined;
  afterEach(async () => {
    await gateway?.stop();
    gateway = undefined;
  });
  const start = async (environment: Record<string, string>) => {
    gateway = await GatewayUnderTest.start(environment);
    gateway.services.on(contentRpc.askQuestion, () => ({ question: questionView() }));
    return gateway;
  };
  const ask = (running: GatewayUnderTest, cookie: string) =>
    running.ask('POST', '/api/questions', { cookie, body: { title: 'Why?' } });
  const statuses = async (count: number, act: () => Promise<{ status: number }>) => {
    const seen: number[] = [];
    for (let index = 0; index < count; index += 1) seen.push((await act()).status);
    return seen;
  };

  it('limits failed sign-ins per name and network, and admits the known browser', async () => {
    const running = await start({
      RATE_LIMIT_LOGIN_NAME: '2/3600',
      RATE_LIMIT_LOGIN_ADDRESS: '3/3600',
      RATE_LIMIT_LOGIN_BROWSER: '1/3600',
    });
    running.services.on(identityRpc.register, () => ({ signedIn: null }));
    running.services.on(identityRpc.login, ({ username, password }: { username: string; password: string }) => {
      if (password !== 'the right one') throw new Refusal('unauthenticated', 'Please check your credentials');
      return { person: makePerson(username), token: 't', expiresAt: '2026-03-01T00:00:00.000Z' };
    });
    const attempt = (username: string, password: string, address: string, cookie = '', path = 'login') =>
      running.ask('POST', `/api/auth/${path}`, {
        cookie,
        body: { username, password },
        headers: { 'x-forwarded-for': address },
      });

    const signedIn = await attempt('nora', 'the right one', '2001:db8:1:1::1');
    const browser = signedIn.headers
      .getSetCookie()
      .map((cookie) => cookie.split(';')[0])
      .join('; ');
    expect(await statuses(5, () => attempt('Nora', 'the right one', '10.0.0.1'))).toEqual([200, 200, 200, 200, 200]);
    expect(await statuses(3, () => attempt('Nora', 'wrong', '10.0.0.1'))).toEqual([401, 401, 429]);
    expect((await attempt(' nora', 'the right one', '10.0.0.2')).status).toBe(429);
    // A repeated registration checks a password as well.
    expect((await attempt('nora', 'the right one', '10.0.0.2', '', 'register')).status).toBe(429);
    expect((await attempt('nora', 'the right one', '10.0.0.1', browser)).status).toBe(200);
    expect((await attempt('nora', 'wrong', '10.0.0.1', browser)).status).toBe(401);
    expect((await attempt('nora', 'the right one', '10.0.0.9', browser)).status).toBe(429);

    const fromOneNetwork = (index: number) => attempt(`name ${index}`, 'wrong', `2001:db8:1:1::${index}`);
    expect((await Promise.all([1, 2, 3].map(fromOneNetwork))).map(({ status }) => status)).toEqual([401, 401, 401]);
    expect((await fromOneNetwork(4)).status).toBe(429);
    expect((await attempt('max', 'the right one', '2001:db8:1:2::1')).status).toBe(200);
  });

  it('limits invented sessions per address, and admits known ones', async () => {
    const running = await start({ RATE_LIMIT_UNKNOWN_SESSIONS: '2/3600' });
    const [nora, max] = [running.services.signIn('nora'), running.services.signIn('max')];
    const user = (cookie: string) => running.ask('GET', '/api/auth/user', { cookie });
    expect((await user(nora.cookie)).status).toBe(200);
    const invented = () => user(`hearsay_session=${randomBytes(32).toString('base64url')}`);
    expect(await statuses(3, invented)).toEqual([401, 401, 429]);
    expect(running.services.callsOf(identityRpc.session)).toHaveLength(3);
    expect(await SocketClient.refusal(running.url, { cookie: `hearsay_session=${'y'.repeat(43)}` })).toBe(429);
    expect((await user(nora.cookie)).status).toBe(200);
    const elsewhere = { 'x-forwarded-for': '10.0.0.7' };
    expect((await running.ask('GET', '/api/auth/user', { cookie: max.cookie, headers: elsewhere })).status).toBe(200);
  });

  it('limits sockets per address and per account', async () => {
    const running = await start({ SOCKETS_PER_ADDRESS: '3', SOCKETS_PER_ACCOUNT: '1' });
    const { cookie } = running.services.signIn('nora');
    const own = await SocketClient.open(running.url, { cookie });
    expect(await SocketClient.refusal(running.url, { cookie })).toBe(429);
    const others = [await SocketClient.open(running.url), await SocketClient.open(running.url)];
    expect(await SocketClient.refusal(running.url)).toBe(429);
    for (const client of [own, ...others]) client.close();
  });

  it('limits reads per account and per address, IPv6 by its /64, with a retry time', async () => {
    const running = await start({
      RATE_LIMITS: 'strict',
      RATE_LIMIT_READS: '3/3600',
      RATE_LIMIT_READS_ADDRESS: '5/3600',
    });
    const { cookie } = running.services.signIn('nora');
    const from = (address: string, own = '') =>
      running.ask('GET', '/api/feed?page=9999', {
        ...(own && { cookie: own }),
        headers: { 'x-forwarded-for': address },
      });
    expect(await statuses(4, () => from('10.0.0.1', cookie))).toEqual([200, 200, 200, 429]);
    const refused = await from('10.0.0.2', cookie);
    expect(refused).toMatchObject({
      status: 429,
      body: { code: 'rate_limited', error: 'Too many requests, please wait a moment' },
    });
    const retryAfter = Number(refused.headers.get('retry-after'));
    expect([retryAfter >= 1, retryAfter <= 3600]).toEqual([true, true]);
    expect(await statuses(3, () => from('2001:db8:1:2::1'))).toEqual([200, 200, 200]);
    expect(await statuses(3, () => from('2001:db8:1:2:ffff::9'))).toEqual([200, 200, 429]);
    expect((await from('2001:db8:1:3::1')).status).toBe(200);
    const batch = (what: string, address: string) =>
      running.ask('POST', `/api/batch/${what}-status`, {
        body: { items: [] },
        headers: { 'x-forwarded-for': address },
      });
    expect(await statuses(5, () => batch('boost', '2001:db8:1:3::1'))).toEqual([200, 200, 200, 200, 429]);
    expect(await statuses(6, () => batch('repost', '2001:db8:1:4::1'))).toEqual([200, 200, 200, 200, 200, 429]);
  });

  it('refuses a caller without reads and searches left, and serves others', async () => {
    const running = await start({ RATE_LIMIT_READS_ADDRESS: '1/3600', RATE_LIMIT_SEARCHES: '1/3600' });
    const search = () => running.ask('GET', '/api/users/search?q=', { headers: { 'x-forwarded-for': '10.0.0.1' } });
    expect(await statuses(3, search)).toEqual([200, 429, 429]);
    expect(
      (await running.ask('GET', '/api/feed?page=9999', { headers: { 'x-forwarded-for': '10.0.0.2' } })).status,
    ).toBe(200);
  });

  it('limits joins per account on all its sockets, and no others at the address', async () => {
    const running = await start({ RATE_LIMIT_JOINS: '2/3600' });
    const room = new FakeRoom(running.services);
    const { cookie } = running.services.signIn('nora');
    const own = [await SocketClient.open(running.url, { cookie }), await SocketClient.open(running.url, { cookie })];
    const visitor = await SocketClient.open(running.url);
    for (const client of own) {
      client.join(room.questionId);
      await client.next('joined');
    }
    for (const client of own) {
      client.join(room.questionId);
      expect(await client.next('error')).toMatchObject({ code: 'rate_limited', questionId: room.questionId });
    }
    for (let joined = 1; joined <= 3; joined += 1) {
      visitor.join(room.questionId);
      await visitor.next('joined', joined);
    }
    for (const client of [...own, visitor]) client.close();
  });

  it('counts locally without Redis, and stays ready', async () => {
    const running = await start({ REDIS_URL: 'redis://127.0.0.1:1', RATE_LIMIT_POSTS: '2/3600' });
    const { cookie } = running.services.signIn('nora');
    expect(await statuses(3, () => ask(running, cookie))).toEqual([201, 201, 429]);
    expect((await fetch(`http://127.0.0.1:${running.gateway.healthPort}/health/ready`)).status).toBe(200);
  });

  it('keeps known sessions without identity, and answers others 503 with Retry-After', async () => {
    const running = await start({});
    const [known, unknown] = [running.services.signIn('nora'), running.services.signIn('max')];
    expect((await ask(running, known.cookie)).status).toBe(201);
    await running.services.stop('identity');
    expect(
      await running.ask('POST', '/api/questions', { cookie: known.cookie, body: { title: 'x', isAnonymous: true } }),
    ).toMatchObject({
      status: 201,
    });
    const refused = await ask(running, unknown.cookie);
    expect(refused).toMatchObject({ status: 503, body: { code: 'unavailable' } });
    expect(refused.headers.get('retry-after')).toBe('1');
    expect(await SocketClient.refusal(running.url, { cookie: unknown.cookie })).toBe(503);
  });

  it('answers 503 while a service is down and recovers by itself', async () => {
    const running = await start({});
    const question = new FakeQuestions(running.services).ask(questionView());
    const page = () => running.ask('GET', `/api/questions/${question.id}`);
    expect((await page()).status).toBe(200);
    await running.services.stop('content');
    expect(await page()).toMatchObject({ status: 503, body: { code: 'unavailable' } });
    await running.services.start('content');
    expect((await page()).status).toBe(200);
  });

  it('hides the benchmark’s no-op in production', async () => {
    const running = await start({ NODE_ENV: 'production' });
    const { cookie } = running.services.signIn('nora');
    expect((await running.ask('POST', '/api/bench/no-op', { cookie })).status).toBe(404);
  });

  it('shows metrics without ids of people', async () => {
    const running = await start({});
    const { cookie, person } = running.services.signIn('nora');
    await running.ask('GET', `/api/users/${person.id}/xp-activities?before=${uuidv7()}`, { cookie });
    const text = await (await fetch(`http://127.0.0.1:${running.gateway.healthPort}/metrics`)).text();
    expect(text).toMatch(/hearsay_http_seconds_count\{[^}]*route="\/api\/users\/:id\/xp-activities"/);
    expect(text).toContain('hearsay_sockets');
    expect(text).not.toContain(person.id);
  });
});

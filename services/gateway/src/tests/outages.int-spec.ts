import { randomBytes } from 'node:crypto';
import { contentRpc, identityRpc, Refusal } from '@hearsay/contracts';
import { uuidv7 } from '@hearsay/service-runtime';
import { describe, expect, it } from '@jest/globals';
import { FakeQuestions } from './fake-questions.suite.js';
import { FakeRoom } from './fake-room.suite.js';
import { makePerson } from './fake-services.suite.js';
import { GatewayUnderTest } from './gateway-under-test.suite.js';
import { questionView } from './views.suite.js';

describe('a gateway at its limits or in an outage', () => {
  const start = async (environment: Record<string, string>) => {
    const gateway = await GatewayUnderTest.start(environment);
    gateway.services.on(contentRpc.askQuestion, () => ({ question: questionView() }));
    const { person, cookie } = gateway.services.signIn('nora');
    return { gateway, services: gateway.services, person, cookie };
  };
  const ask = (gateway: GatewayUnderTest, cookie: string) =>
    gateway.ask('POST', '/api/questions', { cookie, body: { title: 'Why?', isAnonymous: true } });
  const from = (address: string) => ({ 'x-forwarded-for': address });
  const answered = async (statuses: readonly number[], act: () => Promise<{ status: number }>) => {
    const seen: number[] = [];
    for (const _ of statuses) seen.push((await act()).status);
    expect(seen).toEqual(statuses);
  };

  it('failed sign-ins are limited by name and address, which spares known browsers', async () => {
    const { gateway, services } = await start({
      RATE_LIMIT_LOGIN_NAME: '2/3600',
      RATE_LIMIT_LOGIN_ADDRESS: '3/3600',
      RATE_LIMIT_LOGIN_BROWSER: '1/3600',
    });
    services.on(identityRpc.register, () => ({ signedIn: null }));
    services.on(identityRpc.login, ({ username, password }) => {
      if (password !== 'the right one') throw new Refusal('unauthenticated', 'Please check your credentials');
      return { person: makePerson(username), token: 't', expiresAt: '2026-03-01T00:00:00.000Z' };
    });
    const attempt =
      (username: string, password: string, address: string, cookie = '', path = 'login') =>
      () =>
        gateway.ask('POST', `/api/auth/${path}`, { cookie, body: { username, password }, headers: from(address) });

    const signedIn = await attempt('nora', 'the right one', '2001:db8:1:1::1')();
    const cookies = signedIn.headers.getSetCookie().map((cookie) => cookie.split(';')[0]);
    const browser = cookies.join('; ');
    await answered([200, 200, 200], attempt('Nora', 'the right one', '10.0.0.1'));
    await answered([401, 401, 429], attempt('Nora', 'wrong', '10.0.0.1'));
    await answered([429], attempt(' nora', 'the right one', '10.0.0.2'));
    // A repeated registration also checks a password.
    await answered([429], attempt('nora', 'the right one', '10.0.0.2', '', 'register'));
    await answered([200], attempt('nora', 'the right one', '10.0.0.1', browser));
    await answered([401, 429], attempt('nora', 'wrong', '10.0.0.1', browser));
    for (const name of ['one', 'two', 'three'])
      await answered([401], attempt(name, 'wrong', `2001:db8:1:1::${name.length}`));
    await answered([429], attempt('four', 'the right one', '2001:db8:1:1::9'));
    await answered([200], attempt('four', 'the right one', '2001:db8:1:2::1'));
  });

  it('the gateway limits invented sessions per address, and admits known ones', async () => {
    const { gateway, services, cookie } = await start({ RATE_LIMIT_UNKNOWN_SESSIONS: '2/3600' });
    const user = (of: string, headers = {}) => gateway.ask('GET', '/api/auth/user', { cookie: of, headers });
    const invented = () => `hearsay_session=${randomBytes(32).toString('base64url')}`;
    await answered([200], () => user(cookie));
    await answered([401, 401, 429], () => user(invented()));
    expect(services.callsOf(identityRpc.session)).toHaveLength(3);
    expect(await gateway.statusOfSocket({ cookie: invented() })).toBe(429);
    await answered([200], () => user(cookie));
    await answered([200], () => user(services.signIn('max').cookie, from('10.0.0.7')));
  });

  it('the gateway limits sockets per address and per account', async () => {
    const { gateway, cookie } = await start({ SOCKETS_PER_ADDRESS: '3', SOCKETS_PER_ACCOUNT: '1' });
    await gateway.socket({ cookie });
    expect(await gateway.statusOfSocket({ cookie })).toBe(429);
    for (let count = 0; count < 2; count += 1) await gateway.socket();
    expect(await gateway.statusOfSocket()).toBe(429);
  });

  it('the gateway limits reads per account and per address, IPv6 by its /64, with a retry time', async () => {
    const limits = { RATE_LIMIT_READS: '3/3600', RATE_LIMIT_READS_ADDRESS: '5/3600' };
    const { gateway, cookie } = await start({ RATE_LIMITS: 'strict', ...limits });
    const read = (address: string, own?: string) => () =>
      gateway.ask('GET', '/api/feed?page=9999', { cookie: own, headers: from(address) });
    await answered([200, 200, 200, 429], read('10.0.0.1', cookie));
    const refused = await read('10.0.0.2', cookie)();
    const body = { code: 'rate_limited', error: 'Too many requests, please wait a moment' };
    expect(refused).toMatchObject({ status: 429, body });
    const retryAfter = Number(refused.headers.get('retry-after'));
    expect([retryAfter >= 1, retryAfter <= 3600]).toEqual([true, true]);
    await answered([200, 200, 200], read('2001:db8:1:2::1'));
    await answered([200, 200, 429], read('2001:db8:1:2:ffff::9'));
    for (const act of ['boost', 'repost']) {
      const asking = { body: { items: [] }, headers: from(`2001:db8:1:${act === 'boost' ? 3 : 4}::1`) };
      await answered([200, 200, 200, 200, 200, 429], () => gateway.ask('POST', `/api/batch/${act}-status`, asking));
    }
  });

  it('a caller who has used all permits for reads is refused, and others are served', async () => {
    const { gateway } = await start({ RATE_LIMIT_READS_ADDRESS: '1/3600', RATE_LIMIT_SEARCHES: '1/3600' });
    await answered([200, 429, 429], () => gateway.ask('GET', '/api/users/search?q=', { headers: from('10.0.0.1') }));
    await answered([200], () => gateway.ask('GET', '/api/feed?page=9999', { headers: from('10.0.0.2') }));
  });

  it('joins are limited for all sockets of an account, but not for its address', async () => {
    const { gateway, services, cookie } = await start({ RATE_LIMIT_JOINS: '2/3600' });
    const { questionId } = new FakeRoom(services);
    const own = [await gateway.socket({ cookie }), await gateway.socket({ cookie })];
    for (const client of own) await client.join(questionId);
    for (const client of own) {
      client.sendJoin(questionId);
      expect(await client.next('error')).toMatchObject({ code: 'rate_limited', questionId });
    }
    const visitor = await gateway.socket();
    for (let joins = 1; joins <= 3; joins += 1) await visitor.join(questionId);
  });

  it('the gateway counts locally without Redis, and stays ready', async () => {
    const { gateway, cookie } = await start({ REDIS_URL: 'redis://127.0.0.1:1', RATE_LIMIT_POSTS: '2/3600' });
    await answered([201, 201, 429], () => ask(gateway, cookie));
    expect((await gateway.health()).status).toBe(200);
  });

  it('without identity, known sessions stay valid and others get 503 with Retry-After', async () => {
    const { gateway, services, cookie } = await start({});
    const unknown = services.signIn('max').cookie;
    await answered([201], () => ask(gateway, cookie));
    await services.stop('identity');
    await answered([201], () => ask(gateway, cookie));
    const refused = await ask(gateway, unknown);
    expect(refused).toMatchObject({ status: 503, body: { code: 'unavailable' } });
    expect(refused.headers.get('retry-after')).toBe('1');
    expect(await gateway.statusOfSocket({ cookie: unknown })).toBe(503);
  });

  it('the gateway answers 503 while a service is down and recovers by itself', async () => {
    const { gateway, services } = await start({});
    const { id } = new FakeQuestions(services).ask(questionView());
    const page = () => gateway.get(`/api/questions/${id}`);
    await answered([200], page);
    await services.stop('content');
    expect(await page()).toMatchObject({ status: 503, body: { code: 'unavailable' } });
    await services.start('content');
    await answered([200], page);
  });

  it('the gateway hides the benchmark’s no-op in production', async () => {
    const { gateway, cookie } = await start({ NODE_ENV: 'production' });
    await answered([404], () => gateway.ask('POST', '/api/bench/no-op', { cookie }));
  });

  it('the gateway shows metrics without ids of people', async () => {
    const { gateway, person, cookie } = await start({});
    await gateway.get(`/api/users/${person.id}/xp-activities?before=${uuidv7()}`, cookie);
    const text = await (await gateway.health('/metrics')).text();
    expect(text).toMatch(/hearsay_http_seconds_count\{[^}]*route="\/api\/users\/:id\/xp-activities"/);
    expect(text).toContain('hearsay_sockets');
    expect(text).not.toContain(person.id);
  });
});

import { contentRpc, identityRpc } from '@hearsay/contracts';
import { uuidv7 } from '@hearsay/service-runtime';
import { afterEach, describe, expect, it } from '@jest/globals';
import { GatewayUnderTest } from './gateway-under-test.suite.js';
import { SocketClient } from './socket-client.suite.js';
import { questionView } from './views.suite.js';

describe('limits and outages', () => {
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
  const ask = (running: GatewayUnderTest, cookie: string) => running.ask('POST', '/api/questions', { cookie, body: { title: 'Why?' } });
  const statuses = async (count: number, act: () => Promise<{ status: number }>) => {
    const seen: number[] = [];
    for (let index = 0; index < count; index += 1) seen.push((await act()).status);
    return seen;
  };

  it('limits posts per account, with strict values of the environment, and says when to come back', async () => {
    const running = await start({ RATE_LIMITS: 'strict', RATE_LIMIT_POSTS: '2/60' });
    const [nora, max] = [running.services.signIn('nora'), running.services.signIn('max')];
    expect(await statuses(3, () => ask(running, nora.cookie))).toEqual([201, 201, 429]);
    const refused = await ask(running, nora.cookie);
    expect(refused).toMatchObject({ status: 429, body: { code: 'rate_limited' } });
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(50);
    expect((await ask(running, max.cookie)).status).toBe(201);
  });

  it('limits logins per address and per name', async () => {
    const running = await start({ RATE_LIMIT_LOGIN: '3/60', RATE_LIMIT_LOGIN_NAME: '2/60' });
    const { person } = running.services.signIn('nora');
    running.services.on(identityRpc.login, () => ({ person, token: 't', expiresAt: '2026-03-01T00:00:00.000Z' }));
    const login = (username: string, address: string) =>
      running.ask('POST', '/api/auth/login', { body: { username, password: 'x' }, headers: { 'x-forwarded-for': address } });
    expect(await statuses(3, () => login('Nora', '10.0.0.1'))).toEqual([200, 200, 429]);
    expect((await login(' nora', '10.0.0.2')).status).toBe(429);
    expect((await login('max', '10.0.0.2')).status).toBe(200);
    expect((await login('max', '10.0.0.1')).status).toBe(429);
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

  it('counts for itself without Redis, answers all the same, and stays ready', async () => {
    const running = await start({ REDIS_URL: 'redis://127.0.0.1:1', RATE_LIMIT_POSTS: '2/60' });
    const { cookie } = running.services.signIn('nora');
    expect(await statuses(3, () => ask(running, cookie))).toEqual([201, 201, 429]);
    expect((await fetch(`http://127.0.0.1:${running.gateway.healthPort}/health/ready`)).status).toBe(200);
  });

  it('lets known sessions go on while identity is away, and answers others 503 with Retry-After', async () => {
    const running = await start({});
    const [known, unknown] = [running.services.signIn('nora'), running.services.signIn('max')];
    expect((await ask(running, known.cookie)).status).toBe(201);
    running.services.stop('identity');
    expect(await running.ask('POST', '/api/questions', { cookie: known.cookie, body: { title: 'x', isAnonymous: true } })).toMatchObject({
      status: 201,
    });
    const refused = await ask(running, unknown.cookie);
    expect(refused).toMatchObject({ status: 503, body: { code: 'unavailable' } });
    expect(refused.headers.get('retry-after')).toBe('1');
    expect(await SocketClient.refusal(running.url, { cookie: unknown.cookie })).toBe(503);
  });

  it('answers 503 while a service is away and recovers by itself', async () => {
    const running = await start({});
    const question = questionView();
    running.services.on(contentRpc.questionPage, () => ({ question, replies: [], isCut: false }));
    const page = () => running.ask('GET', `/api/questions/${question.id}`);
    expect((await page()).status).toBe(200);
    running.services.stop('content');
    expect(await page()).toMatchObject({ status: 503, body: { code: 'unavailable' } });
    running.services.start('content');
    expect((await page()).status).toBe(200);
  });

  it('hides the benchmark’s no-op in production', async () => {
    const running = await start({ NODE_ENV: 'production' });
    const { cookie } = running.services.signIn('nora');
    expect((await running.ask('POST', '/api/bench/no-op', { cookie })).status).toBe(404);
  });

  it('shows its figures, and nobody’s id in them', async () => {
    const running = await start({});
    const { cookie, person } = running.services.signIn('nora');
    await running.ask('GET', `/api/users/${person.id}/xp-activities?before=${uuidv7()}`, { cookie });
    const text = await (await fetch(`http://127.0.0.1:${running.gateway.healthPort}/metrics`)).text();
    expect(text).toMatch(/hearsay_http_seconds_count\{[^}]*route="\/api\/users\/:id\/xp-activities"/);
    expect(text).toContain('hearsay_sockets');
    expect(text).not.toContain(person.id);
  });
});

import { afterEach, describe, expect, it } from '@jest/globals';
import { GatewayUnderTest } from './gateway-under-test.suite.js';

describe('the page limit', () => {
  let gateway: GatewayUnderTest | undefined;
  afterEach(() => gateway?.stop());

  it('counts by address on its own, and says when to come back', async () => {
    gateway = await GatewayUnderTest.start(
      { RATE_LIMIT_PAGES: '4/3600' },
      { 'index.html': '<title>Hearsay</title>', 'sw.js': 'self' },
    );
    const { services } = gateway;
    const from = (address: string, path: string, cookie = '') =>
      gateway!.ask('GET', path, { ...(cookie && { cookie }), headers: { 'x-forwarded-for': address } });
    const statuses: number[] = [];
    for (const path of ['/', '/sw.js', '/gone.png', '/api/docs-json', '/questions/1'])
      statuses.push((await from('2001:db8:1:2::1', path)).status);
    expect(statuses).toEqual([200, 200, 404, 200, 429]);
    const refused = await from('2001:db8:1:2:ffff::9', '/api/docs');
    expect(refused).toMatchObject({ status: 429, body: { code: 'rate_limited', requestId: expect.any(String) } });
    const retryAfter = Number(refused.headers.get('retry-after'));
    expect([retryAfter >= 1, retryAfter <= 3600]).toEqual([true, true]);
    // Signed-in users share the limit of their address. API calls have their own limits.
    const { cookie } = services.signIn('nora');
    expect((await from('2001:db8:1:2::1', '/', cookie)).status).toBe(429);
    expect((await from('2001:db8:1:2::1', '/api/auth/user', cookie)).status).toBe(200);
    expect((await from('2001:db8:1:3::1', '/')).status).toBe(200);
  });
});

import { brotliCompressSync, gzipSync } from 'node:zlib';
import { notificationRpc } from '@hearsay/contracts';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { gatewayForBlock } from './gateway-under-test.suite.js';
import { type RawResponse, rawRequest } from './raw-request.suite.js';
import { notificationView } from './views.suite.js';

const socketHeaders = {
  connection: 'Upgrade',
  'sec-websocket-version': '13',
  'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
};

const secret = notificationView();
const script = '// a script';
const webFiles = {
  '../secret.txt': 'not for the web',
  'index.html': '<!doctype html><title>Hearsay</title>',
  'sw.js': 'self',
  'icons/icon-192.png': 'an icon',
  'assets/app.js': script,
  'assets/app.js.br': brotliCompressSync(script),
  'assets/app.js.gz': gzipSync(script),
};

describe('the rules of HTTP at the gateway', () => {
  const gateway = gatewayForBlock({}, webFiles);
  let cookie: string;

  beforeEach(() => {
    cookie = gateway.fan.cookie;
    gateway.services.on(notificationRpc.inbox, () => ({ notifications: [secret] }));
    gateway.services.on(notificationRpc.unread, () => ({ unread: 1 }));
  });

  const ask = (start: string, headers: Record<string, string> = {}, body = '') =>
    rawRequest(gateway.gateway.port, start, headers, body);
  const policies = [
    'cache-control',
    'content-security-policy',
    'x-content-type-options',
    'referrer-policy',
    'permissions-policy',
    'vary',
  ];
  const policiesOf = (headers: Readonly<Record<string, string>>) => policies.map((name) => [name, headers[name]]);

  describe('a private answer has the same protection in any spelling of its path', () => {
    it.each([
      '/%61pi/notifications',
      '/api/%6eotifications',
      '/api/notifications?limit=1',
      '/api/notifications#top',
      'http://hearsay.example/api/notifications',
      'HTTPS://hearsay.example:443/%61%70%69/notifications',
    ])('%s', async (target) => {
      const plain = await ask('GET /api/notifications', { cookie });
      expect(plain).toMatchObject({
        status: 200,
        headers: { 'cache-control': 'private, no-store', 'x-content-type-options': 'nosniff' },
      });
      const answer = await ask(`GET ${target}`, { cookie });
      expect([answer.status, ...policiesOf(answer.headers)]).toEqual([200, ...policiesOf(plain.headers)]);
    });

    it.each([
      '//api/notifications',
      '/./api/notifications',
      '/x/../api/notifications',
      '/x/%2e%2e/api/notifications',
      '/api%2fnotifications',
      '/api/notifications%00',
      '/API/notifications',
      '/api//notifications',
      '*/api/notifications',
    ])('%s does not exist', async (target) => {
      const { status, headers, text } = await ask(`GET ${target}`, { cookie });
      expect([status, headers['x-content-type-options']]).toEqual([404, 'nosniff']);
      expect(text).not.toContain(secret.id);
    });
  });

  describe('an Upgrade header', () => {
    const withHeaders = (upgrade: string) => ({ ...socketHeaders, connection: 'Upgrade, close', upgrade });

    it.each([
      ['GET /api/notifications', 'h2c', 200],
      ['GET /api/notifications', 'websocket', 200],
      ['GET /api/notifications', 'TLS/1.0, HTTP/2.0', 200],
      ['GET /discover', 'h2c', 200],
      ['GET /ws', 'h2c', 426],
      ['GET /ws', 'websocket2', 426],
      ['GET /nothing.png', 'websocket', 404],
      ['GET /ws', 'websocket', 101],
      ['GET /ws', 'WebSocket', 101],
      ['GET /ws', 'h2c, websocket', 101],
      ['GET /ws?userId=', 'websocket', 101],
      ['GET http://hearsay.example/ws', 'websocket', 101],
    ])('%s with Upgrade: %s is answered %i', async (start, upgrade, status) => {
      expect((await ask(start, { cookie, ...withHeaders(upgrade) })).status).toBe(status);
    });

    it.each(['h2c', 'websocket', 'h2c, websocket'])('Upgrade: %s leaves a POST body to its route', async (upgrade) => {
      const body = '{"name":"x"}';
      const sent = { 'content-type': 'application/json', 'content-length': `${body.length}` };
      const headers = { ...sent, ...withHeaders(upgrade) };
      const answer = await ask('POST /api/auth/login', headers, body);
      expect([answer.status, JSON.parse(answer.text).fields]).toEqual([400, expect.any(Object)]);
      expect((await ask('POST /ws', headers, body)).status).toBe(405);
    });

    it('a handshake is answered without a subprotocol', async () => {
      const { status, headers } = await ask('GET /ws', {
        ...socketHeaders,
        upgrade: 'websocket',
        'sec-websocket-protocol': 'chat, graphql',
      });
      expect([status, headers['sec-websocket-protocol']]).toEqual([101, undefined]);
    });

    it('an Upgrade header is required to open a socket', async () => {
      const { status, headers, text } = await ask('GET /ws');
      expect([status, headers.upgrade, JSON.parse(text).code]).toEqual([426, 'websocket', 'upgrade_required']);
    });
  });

  describe('a method that a path does not have', () => {
    const pages = 'GET, HEAD, OPTIONS';
    it.each([
      ['/discover', pages],
      ['/robots.txt', pages],
      ['/api/feed', pages],
      ['/api/docs-json', pages],
      ['/ws', pages],
      ['/api/auth/login', 'OPTIONS, POST'],
      ['/api/questions', 'OPTIONS, POST'],
      ['/api/notifications/read', 'OPTIONS, POST'],
      ['/api/questions/0190a5d2-7b3c-7def-8123-456789abcdef', 'DELETE, GET, HEAD, OPTIONS, PATCH'],
      ['/api/media/key', pages],
      ['/api/uploads', 'OPTIONS, POST'],
      ['/api/uploads/0190a5d2-7b3c-7def-8123-456789abcdef', 'DELETE, HEAD, OPTIONS, PATCH, POST'],
    ])('a method that %s lacks is answered 405 with the allowed methods', async (path, allowed) => {
      const known = allowed.split(', ');
      const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'TRACE', 'PROPFIND', 'QUERY'];
      for (const method of methods.filter((one) => !known.includes(one))) {
        const { status, headers, text } = await ask(`${method} ${path}`, { cookie, 'content-length': '2' }, '{}');
        const given = [method, status, headers.allow, headers['x-content-type-options']];
        expect(given).toEqual([method, 405, allowed, 'nosniff']);
        const body = { code: 'method_not_allowed', requestId: expect.any(String) };
        if (method !== 'HEAD') expect(JSON.parse(text)).toMatchObject(body);
      }
      const options = await ask(`OPTIONS ${path}`);
      expect([options.status, options.headers.allow, options.text]).toEqual([204, allowed, '']);
    });

    it.each([
      ['POST /api/nothing', 404],
      ['PROPFIND /api', 404],
      ['CONNECT hearsay.example:443', 405],
      ['OPTIONS *', 204],
      ['OPTIONS http://hearsay.example', 204],
      ['SPEAK /api/feed', 400],
      ['GET api/feed', 400],
      ['get /api/feed', 400],
    ])('%s is answered %i', async (start, status) => {
      expect((await ask(start)).status).toBe(status);
    });
  });

  describe('a page or a file', () => {
    it.each(['/', '/discover', '/gone', '/assets/app.js'])(
      '%s comes in no encoding that the request refuses',
      async (path) => {
        const codingOf = async (accepted: string) => {
          const { status, headers } = await ask(`GET ${path}`, { accept: 'text/html', 'accept-encoding': accepted });
          return status === 406 ? status : (headers['content-encoding'] ?? null);
        };
        const packed = path === '/' ? [null, null] : ['br', 'gzip'];
        expect([await codingOf('br, gzip'), await codingOf('br;q=0, *')]).toEqual(packed);
        expect([await codingOf('br;q=0, gzip;q=0'), await codingOf('*;q=0')]).toEqual([null, 406]);
      },
    );

    it('a file with a hashed name is immutable, and has an ETag for each coding', async () => {
      const answers = await Promise.all(
        ['gzip, deflate, br', 'gzip', 'identity'].map((coding) =>
          gateway.ask('GET', '/assets/app.js', { headers: { 'accept-encoding': coding } }),
        ),
      );
      expect(answers.map(({ headers }) => headers.get('content-encoding'))).toEqual(['br', 'gzip', null]);
      expect(new Set(answers.map(({ headers }) => headers.get('etag'))).size).toBe(3);
      for (const { text, headers } of answers) {
        expect([text, headers.get('vary')?.toLowerCase()]).toEqual([script, 'accept-encoding']);
        expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
        expect(headers.get('content-type')).toContain('javascript');
      }
      const { headers } = await gateway.ask('GET', '/sw.js', { headers: { 'accept-encoding': 'br' } });
      expect([headers.get('cache-control'), headers.get('content-encoding')]).toEqual(['no-cache', null]);
    });

    it.each(['/assets/gone.js', '/gone.png', '/api/nothing', '/api', '/api?a', '/ws/more'])(
      'is never the app for %s, which is missing',
      async (path) => {
        expect(await gateway.get(path)).toMatchObject({ status: 404, body: { code: 'not_found' } });
      },
    );

    it.each(['/../secret.txt', '/%2e%2e/secret.txt', '/..%2fsecret.txt', '/assets/..%2f..%2fsecret.txt'])(
      'is never outside of the folder: %s',
      async (path) => {
        const { status, text } = await ask(`GET ${path}`);
        expect([status, text.includes('not for the web')]).toEqual([404, false]);
      },
    );

    it('pages forbid foreign scripts, frames and connections', async () => {
      const policyOf = async (path: string) => (await gateway.get(path)).headers.get('content-security-policy') ?? '';
      const policy = await policyOf('/');
      for (const part of [
        "script-src 'self';",
        "frame-ancestors 'none'",
        "img-src 'self' data: blob:;",
        `connect-src 'self' ws://127.0.0.1:${gateway.gateway.port}`,
      ])
        expect(policy).toContain(part);
      expect(await policyOf('/api/feed?followersOnly=true')).toContain("default-src 'none'");
    });

    it.each([
      ['/index.html', 302, '/'],
      ['/.well-known/change-password', 302, '/settings'],
      ['/.well-known/resource-that-should-not-exist-whose-status-code-should-not-be-200', 404, undefined],
    ])('%s is answered %i to %s', async (path, status, location) => {
      const answer = await ask(`GET ${path}`, { accept: 'text/html' });
      expect([answer.status, answer.headers.location]).toEqual([status, location]);
    });

    it.each(['/favicon.ico', '/apple-touch-icon.png', '/apple-touch-icon-precomposed.png'])(
      '%s is an icon',
      async (path) => {
        const headers = { 'content-type': 'image/png' };
        expect(await ask(`GET ${path}`)).toMatchObject({ status: 200, headers, text: 'an icon' });
      },
    );
  });

  it.each(['/discover', '/assets/app.js', '/api/notifications', '/api/notifications/unread-count'])(
    '%s is answered with all headers if it has not changed',
    async (path) => {
      const accepting = { cookie, 'accept-encoding': 'gzip', 'sec-fetch-site': 'same-origin' };
      const whole = await ask(`GET ${path}`, accepting);
      const unchanged = await ask(`GET ${path}`, { ...accepting, 'if-none-match': whole.headers.etag ?? '' });
      const kept = (headers: RawResponse['headers']) => [...policies, 'etag'].map((name) => [name, headers[name]]);
      expect([unchanged.status, ...kept(unchanged.headers)]).toEqual([304, ...kept(whole.headers)]);
      expect(unchanged.headers.vary?.toLowerCase()).toBe('accept-encoding');
    },
  );

  it.each([
    ['GET /', 200],
    ['GET /discover', 200],
    ['GET /gone', 404],
    ['GET /gone.png', 404],
    ['GET /assets/app.js', 200],
    ['GET /robots.txt', 200],
    ['GET /sitemap-99.xml', 404],
    ['GET /previews/none.png', 404],
    ['GET /api/docs', 200],
    ['GET /api/docs-json', 200],
    ['GET /api/notifications', 401],
    ['GET /api/media/none', 404],
    ['GET /api/nothing', 404],
    ['GET /api/%', 400],
    [`GET /api/users/username/${'x'.repeat(500)}`, 404],
    ['HEAD /api/uploads/none', 404],
    ['GET /ws', 426],
    ['GET /index.html', 302],
    [`GET /${'x'.repeat(20_000)}`, 413],
    ['SPEAK /', 400],
  ])('%.40s, answered %i, forbids type sniffing and foreign use of the microphone', async (start, status) => {
    const { headers, ...answer } = await ask(start);
    expect([answer.status, headers['x-content-type-options']]).toEqual([status, 'nosniff']);
    expect(headers['permissions-policy']).toMatch(/^microphone=\(self\), camera=\(\), /);
  });

  it('an invalid handshake is refused in the common shape', async () => {
    const wrong = { ...socketHeaders, upgrade: 'websocket', 'sec-websocket-version': '12' };
    const { status, headers, text } = await ask('GET /ws', wrong);
    const given = [status, headers['sec-websocket-version'], headers['x-content-type-options']];
    expect(given).toEqual([400, '13', 'nosniff']);
    expect(JSON.parse(text)).toMatchObject({ code: 'invalid_input', requestId: expect.any(String) });
  });
});

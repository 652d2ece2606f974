import { randomBytes } from 'node:crypto';
import { pathToFileURL } from 'node:url';
import { type MediaStore, openMediaStore } from '@hearsay/media-store';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { FakeUploads } from './fake-uploads.suite.js';
import { GatewayUnderTest } from './gateway-under-test.suite.js';

let gateway: GatewayUnderTest;
let fakes: FakeUploads;
let store: MediaStore;
let maya: string;
const key = `e${randomBytes(18).toString('base64url')}`;
const path = `/api/media/${key}`;
const text = Array.from({ length: 1000 }, (_, index) => String(index % 10)).join('');

beforeAll(async () => {
  gateway = await GatewayUnderTest.start();
  fakes = new FakeUploads(gateway.services);
  store = openMediaStore(pathToFileURL(gateway.mediaFolder).href);
  maya = gateway.services.signIn('maya').cookie;
  await store.write(key, Buffer.from(text));
  fakes.media.set(key, { contentType: 'audio/mpeg', bytes: text.length });
});
afterAll(() => gateway.stop());

const play = (headers: Record<string, string> = {}, method = 'GET') => gateway.ask(method, path, { cookie: maya, headers });

describe('the bytes of an episode', () => {
  test('come whole, and can do nothing but sound', async () => {
    const { status, headers, text: body } = await play();
    expect([status, body]).toEqual([200, text]);
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-type': 'audio/mpeg',
      'content-length': '1000',
      'accept-ranges': 'bytes',
      etag: `"${key}"`,
      'cache-control': 'private, no-cache',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
    });
  });

  test.each([
    ['bytes=0-9', '0123456789', 'bytes 0-9/1000'],
    ['bytes=995-', '56789', 'bytes 995-999/1000'],
    ['bytes=-3', '789', 'bytes 997-999/1000'],
    ['bytes=998-2000', '89', 'bytes 998-999/1000'],
  ])('come in part for %s', async (range, part, contentRange) => {
    const { status, headers, text: body } = await play({ range });
    expect([status, body, headers.get('content-range'), headers.get('content-length')]).toEqual([
      206,
      part,
      contentRange,
      String(part.length),
    ]);
  });

  test('that are not there are 416', async () => {
    const { status, headers } = await play({ range: 'bytes=1000-' });
    expect([status, headers.get('content-range')]).toEqual([416, 'bytes */1000']);
  });

  test('come whole where the range was meant for something else', async () => {
    expect((await play({ range: 'bytes=0-9', 'if-range': '"another"' })).status).toBe(200);
    expect((await play({ range: 'bytes=0-9', 'if-range': `"${key}"` })).status).toBe(206);
  });

  test('are not sent to whoever has them or asks only how many', async () => {
    expect((await play({ 'if-none-match': `"${key}"` })).status).toBe(304);
    const head = await play({}, 'HEAD');
    expect([head.status, head.headers.get('content-length'), head.text]).toEqual([200, '1000', '']);
  });

  test('are for signed-in people, and gone at once with the episode', async () => {
    expect((await gateway.ask('GET', path)).status).toBe(401);
    const removed = `e${randomBytes(18).toString('base64url')}`;
    await store.write(removed, Buffer.from('still in the store'));
    for (const other of [removed, 'e', '..%2f..%2fsecrets', 'objects', `x${key.slice(1)}`]) {
      expect((await gateway.ask('GET', `/api/media/${other}`, { cookie: maya })).status).toBe(404);
    }
  });
});

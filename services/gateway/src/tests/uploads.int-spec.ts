import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { request } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { pathToFileURL } from 'node:url';
import { contentRpc, Refusal } from '@hearsay/contracts';
import { type MediaStore, openMediaStore } from '@hearsay/media-store';
import { eventually } from '@hearsay/testing';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { encoded, FakeUploads } from './fake-uploads.suite.js';
import { aGateway, GatewayUnderTest } from './gateway-under-test.suite.js';

const gateway = aGateway();
let fakes: FakeUploads;
let store: MediaStore;
let maya: string;
let jonas: string;

beforeAll(() => {
  fakes = new FakeUploads(gateway.services);
  store = openMediaStore(pathToFileURL(gateway.mediaFolder).href);
  maya = gateway.services.signIn('maya').cookie;
  jonas = gateway.services.signIn('jonas').cookie;
});

const metadata = { filename: 'night talk.mp3', filetype: 'audio/mpeg', purpose: 'podcast' };
const create = (over: Record<string, string> = {}, { cookie = maya, length = '100', headers = {} } = {}) =>
  gateway.ask('POST', '/api/uploads', {
    cookie,
    headers: {
      'tus-resumable': '1.0.0',
      'upload-length': length,
      'upload-metadata': encoded({ ...metadata, ...over }),
      ...headers,
    },
  });
const ask = (method: string, path: string, cookie: string, headers: Record<string, string> = {}) =>
  gateway.ask(method, path, { cookie, headers: { 'tus-resumable': '1.0.0', ...headers } });
const opened = (location: string) => fakes.uploads.get(location.split('/').at(-1)!)!;

const bytesAt = (offset: number) => ({
  'upload-offset': String(offset),
  'content-type': 'application/offset+octet-stream',
});
const patch = (location: string, raw: string | Buffer, headers: Record<string, string> = bytesAt(0)) =>
  gateway.ask('PATCH', location, { cookie: maya, raw, headers: { 'tus-resumable': '1.0.0', ...headers } });

/**
 * Breaks the connection off once the store has kept some of the first `sent` bytes. Bytes that a client has handed to
 * its socket may never arrive.
 */
const uploadPart = async (location: string, bytes: Buffer, sent: number): Promise<void> => {
  const { key } = opened(location);
  const sending = request(new URL(location, gateway.url), {
    method: 'PATCH',
    headers: { cookie: maya, 'tus-resumable': '1.0.0', ...bytesAt(0), 'content-length': bytes.length },
  });
  const broken = once(sending, 'error');
  sending.write(bytes.subarray(0, sent));
  await eventually('some of it is kept', async () => (await store.draftSize(key)) > 0);
  sending.destroy(new Error('cut'));
  await broken;
};

describe('an upload by tus', () => {
  test('continues after an interruption', async () => {
    const bytes = randomBytes(24 * 1024 * 1024);
    const location = (await create({}, { length: String(bytes.length) })).headers.get('location')!;
    const { key } = opened(location);
    await uploadPart(location, bytes, 5 * 1024 * 1024);
    expect(await store.size(key)).toBeNull();
    const offsetOf = async () => Number((await ask('HEAD', location, maya)).headers.get('upload-offset'));
    // The broken call may still hold the upload for a moment.
    await eventually('the rest is taken', async () => {
      const kept = await offsetOf();
      return (await patch(location, bytes.subarray(kept), bytesAt(kept))).status === 204;
    });
    expect((await buffer(await store.read(key))).equals(bytes)).toBe(true);
  });

  test.each([
    [429, new Refusal('rate_limited', 'You have too many unfinished uploads', { retryAfter: 600 }), '600'],
    [503, new Refusal('unavailable', undefined, { retryAfter: 2 }), '2'],
    [409, new Refusal('conflict'), null],
  ])('is refused by content with %i and a retry time', async (status, { code, message, details }, retryAfter) => {
    gateway.services.refuse(contentRpc.openUpload, code, message, details);
    const { headers, ...refused } = await create();
    fakes = new FakeUploads(gateway.services);
    expect([refused.status, headers.get('retry-after')]).toEqual([status, retryAfter]);
  });

  test.each([
    ['by headers alone', {}],
    ['with its bytes', { 'content-type': 'application/offset+octet-stream' }],
  ])('leaves no unfinished upload if the media store refuses a creation %s', async (_how, headers) => {
    const storeless = await GatewayUnderTest.start({ MEDIA_URL: 's3://key:secret@127.0.0.1:1/bucket?tls=off' });
    const { uploads } = new FakeUploads(storeless.services);
    const { cookie } = storeless.services.signIn('maya');
    const creating = { 'tus-resumable': '1.0.0', 'upload-length': '4', 'upload-metadata': encoded(metadata) };
    const body = 'content-type' in headers ? 'Word' : null;
    const asking = { method: 'POST', headers: { ...creating, cookie, ...headers }, body };
    expect((await fetch(`${storeless.url}/api/uploads`, asking)).status).toBe(503);
    expect([...uploads.values()].map(({ expiresAt }) => expiresAt)).toEqual([new Date(0).toISOString()]);
  });

  test('shows the server’s abilities to all clients', async () => {
    const { status, headers } = await gateway.ask('OPTIONS', '/api/uploads');
    expect(status).toBe(204);
    expect(headers.get('tus-version')).toBe('1.0.0');
    expect(headers.get('tus-extension')?.split(',')).toEqual(
      expect.arrayContaining(['creation', 'termination', 'expiration']),
    );
    expect(headers.get('access-control-allow-origin')).toBeNull();
  });

  test('tells its offset and its expiry', async () => {
    const created = await create({}, { length: '10' });
    expect(created.status).toBe(201);
    expect(created.headers.get('upload-expires')).toMatch(/GMT$/);
    expect(created.headers.get('x-content-type-options')).toBe('nosniff');
    const location = created.headers.get('location')!;
    const patched = await patch(location, 'hello');
    expect([patched.status, patched.headers.get('upload-offset')]).toEqual([204, '5']);
    const { headers } = await ask('HEAD', location, maya);
    expect([headers.get('upload-offset'), headers.get('upload-length')]).toEqual(['5', '10']);
    expect(headers.get('upload-metadata')).toBe(encoded(metadata));
    expect((await patch(location, 'hello')).status).toBe(409);
  });

  test('takes its bytes only as such, in the one version of the protocol', async () => {
    const location = (await create()).headers.get('location')!;
    for (const type of ['application/json', 'text/plain', 'application/octet-stream'])
      expect(await patch(location, 'hello', { ...bytesAt(0), 'content-type': type })).toMatchObject({
        status: 415,
        body: { code: 'unsupported_media' },
      });
    for (const version of ['0.2.2', '1.0.1', '']) {
      const { status, headers } = await patch(location, 'hello', { ...bytesAt(0), 'tus-resumable': version });
      expect([status, headers.get('tus-version')]).toEqual([412, '1.0.0']);
    }
    expect((await ask('HEAD', location, maya)).headers.get('upload-offset')).toBe('0');
  });
});

test('a client that can only POST uploads with the checks of PATCH', async () => {
  const location = (await create({}, { length: '5' })).headers.get('location')!;
  const post = (cookie: string, method: string | null, headers: Record<string, string> = {}) =>
    gateway.ask('POST', location, {
      cookie,
      raw: 'hello',
      headers: {
        ...{ 'tus-resumable': '1.0.0', ...bytesAt(0), ...headers },
        ...(method && { 'x-http-method-override': method }),
      },
    });
  for (const [status, cookie, method, headers] of [
    [405, maya, null, {}],
    [405, maya, 'PUT', {}],
    [401, '', 'PATCH', {}],
    [404, jonas, 'PATCH', {}],
    [403, maya, 'PATCH', { 'sec-fetch-site': 'cross-site' }],
    [415, maya, 'PATCH', { 'content-type': 'text/plain' }],
  ] as const)
    expect((await post(cookie, method, headers)).status).toBe(status);
  const { status, headers } = await post(maya, 'patch');
  expect([status, headers.get('upload-offset')]).toEqual([204, '5']);
  // The header is ignored where it means nothing.
  expect((await create({}, { headers: { 'x-http-method-override': 'PATCH' } })).status).toBe(201);
  expect((await post(maya, 'DELETE')).status).toBe(204);
  expect((await ask('HEAD', location, maya)).status).toBe(404);
});

describe('incoming uploads', () => {
  const started = async (to: GatewayUnderTest, cookie: string) => {
    const opening = { 'tus-resumable': '1.0.0', 'upload-length': '2000000', 'upload-metadata': encoded(metadata) };
    const { headers } = await to.ask('POST', '/api/uploads', { cookie, headers: opening });
    return headers.get('location')!;
  };
  const drip = (to: GatewayUnderTest, cookie: string, location: string) => {
    const sending = request(new URL(location, to.url), {
      method: 'PATCH',
      headers: { cookie, 'tus-resumable': '1.0.0', ...bytesAt(0), 'content-length': 2_000_000 },
    });
    const ended = once(sending, 'response').then(
      ([{ statusCode }]) => statusCode as number,
      () => 'cut',
    );
    sending.write('a');
    return { sending, ended };
  };

  test('are limited to two at a time per account, and eight per address', async () => {
    const strict = await GatewayUnderTest.start({ RATE_LIMITS: 'strict' });
    new FakeUploads(strict.services);
    const begun = async (username: string, count: number) => {
      const { cookie } = strict.services.signIn(username);
      const locations: string[] = [];
      for (let at = 0; at < count; at += 1) locations.push(await started(strict, cookie));
      return { cookie, locations };
    };
    const all: Awaited<ReturnType<typeof begun>>[] = [];
    for (const [username, count] of Object.entries({ a: 3, b: 2, c: 2, d: 2, e: 1 }))
      all.push(await begun(username, count));
    const dripsOf = ({ cookie, locations }: (typeof all)[number]) =>
      locations.map((location) => drip(strict, cookie, location));
    const [dripsOfFirst, others] = [dripsOf(all[0]!), all.slice(1)];
    expect(await Promise.race(dripsOfFirst.map(({ ended }) => ended))).toBe(503);
    // With these, nine come from one address, and any may be the refused one.
    const dripsOfOthers = others.flatMap(dripsOf);
    expect(await Promise.race(dripsOfOthers.map(({ ended }) => ended))).toBe(503);
    for (const { sending } of [...dripsOfFirst, ...dripsOfOthers]) sending.destroy();
  });

  test('are cut if they are too slow', async () => {
    const impatient = await GatewayUnderTest.start({ TRANSFER_WINDOW_SECONDS: '1' });
    new FakeUploads(impatient.services);
    const { cookie } = impatient.services.signIn('slow');
    const { sending, ended } = drip(impatient, cookie, await started(impatient, cookie));
    const dripping = setInterval(() => sending.write('a'), 100);
    expect(await ended).toBe('cut');
    clearInterval(dripping);
  });
});

describe('the creation of an upload', () => {
  test('holds no slot, since it brings no bytes', async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, () => create()));
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 8 }, () => 201));
  });

  test.each([[{ 'upload-length': '1' }], [{ 'upload-metadata': encoded(metadata) }]])(
    'without metadata or length is 400: %j',
    async (given) => {
      const headers = { 'tus-resumable': '1.0.0', ...given };
      expect((await gateway.ask('POST', '/api/uploads', { cookie: maya, headers })).status).toBe(400);
    },
  );
});

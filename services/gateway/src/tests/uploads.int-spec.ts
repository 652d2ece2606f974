import { randomBytes, randomUUID } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { pathToFileURL } from 'node:url';
import { type MediaStore, openMediaStore } from '@hearsay/media-store';
import { eventually } from '@hearsay/testing';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import * as tus from 'tus-js-client';
import { FakeUploads } from './fake-uploads.suite.js';
import { GatewayUnderTest } from './gateway-under-test.suite.js';

let gateway: GatewayUnderTest;
let fakes: FakeUploads;
let store: MediaStore;
let maya: string;
let jonas: string;

beforeAll(async () => {
  gateway = await GatewayUnderTest.start();
  fakes = new FakeUploads(gateway.services);
  store = openMediaStore(pathToFileURL(gateway.mediaFolder).href);
  maya = gateway.services.signIn('maya').cookie;
  jonas = gateway.services.signIn('jonas').cookie;
});
afterAll(() => gateway.stop());

const metadata = { filename: 'night talk.mp3', filetype: 'audio/mpeg', purpose: 'podcast' };
const encoded = (pairs: Record<string, string>) =>
  Object.entries(pairs)
    .map(([key, value]) => `${key} ${Buffer.from(value).toString('base64')}`)
    .join(',');
const create = (over: Record<string, string> = {}, { cookie = maya, length = '100', headers = {} } = {}) =>
  gateway.ask('POST', '/api/uploads', {
    cookie,
    headers: { 'tus-resumable': '1.0.0', 'upload-length': length, 'upload-metadata': encoded({ ...metadata, ...over }), ...headers },
  });
const ask = (method: string, path: string, cookie: string, headers: Record<string, string> = {}) =>
  gateway.ask(method, path, { cookie, headers: { 'tus-resumable': '1.0.0', ...headers } });
const opened = (location: string) => fakes.uploads.get(location.split('/').at(-1)!)!;

/** Uploads as a browser does; `cutAt`: the connection is given up when so many bytes are under way. Resolves with the upload's address. */
const uploadFile = (bytes: Buffer, { url, cutAt }: { url?: string; cutAt?: number } = {}): Promise<string> =>
  new Promise((resolve, reject) => {
    const upload = new tus.Upload(bytes, {
      endpoint: `${gateway.url}/api/uploads`,
      ...(url && { uploadUrl: url }),
      metadata,
      headers: { cookie: maya },
      retryDelays: [],
      onError: reject,
      onSuccess: () => resolve(upload.url!),
      onProgress: (sent) => {
        if (cutAt !== undefined && sent >= cutAt) void upload.abort().then(() => resolve(upload.url!), reject);
      },
    });
    upload.start();
  });

describe('an upload by tus', () => {
  test('arrives whole under its owner’s name', async () => {
    const bytes = randomBytes(300_000);
    const url = await uploadFile(bytes);
    expect(url).toMatch(/\/api\/uploads\/[0-9a-f-]{36}$/);
    const { key, ...upload } = opened(url);
    expect(upload).toMatchObject({ purpose: 'podcast', filename: 'night talk.mp3', filetype: 'audio/mpeg', bytes: 300_000 });
    expect((await buffer(await store.read(key))).equals(bytes)).toBe(true);
  });

  test('goes on where a cut has left it', async () => {
    const bytes = randomBytes(24 * 1024 * 1024);
    const url = await uploadFile(bytes, { cutAt: 5 * 1024 * 1024 });
    const { key } = opened(url);
    await eventually('some of it is kept', async () => (await store.draftSize(key)) > 0);
    expect(await store.size(key)).toBeNull();
    await uploadFile(bytes, { url });
    expect((await buffer(await store.read(key))).equals(bytes)).toBe(true);
  });

  test('says what the server can do, to everyone', async () => {
    const { status, headers } = await gateway.ask('OPTIONS', '/api/uploads');
    expect(status).toBe(204);
    expect(headers.get('tus-version')).toBe('1.0.0');
    expect(headers.get('tus-extension')?.split(',')).toEqual(expect.arrayContaining(['creation', 'termination', 'expiration']));
    expect(headers.get('access-control-allow-origin')).toBeNull();
  });

  test('tells how far it is, and when it ends', async () => {
    const created = await create({}, { length: '10' });
    expect(created.status).toBe(201);
    expect(created.headers.get('upload-expires')).toMatch(/GMT$/);
    expect(created.headers.get('x-content-type-options')).toBe('nosniff');
    const location = created.headers.get('location')!;
    const patched = await gateway.ask('PATCH', location, {
      cookie: maya,
      raw: 'hello',
      headers: { 'tus-resumable': '1.0.0', 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' },
    });
    expect([patched.status, patched.headers.get('upload-offset')]).toEqual([204, '5']);
    const { headers } = await ask('HEAD', location, maya);
    expect([headers.get('upload-offset'), headers.get('upload-length')]).toEqual(['5', '10']);
    expect(headers.get('upload-metadata')).toBe(encoded(metadata));
    const wrongPlace = await gateway.ask('PATCH', location, {
      cookie: maya,
      raw: 'hello',
      headers: { 'tus-resumable': '1.0.0', 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' },
    });
    expect(wrongPlace.status).toBe(409);
  });

  test('can be given up', async () => {
    const location = (await create()).headers.get('location')!;
    expect((await ask('DELETE', location, maya)).status).toBe(204);
    expect((await ask('HEAD', location, maya)).status).toBe(404);
  });

  test('is its owner’s alone', async () => {
    const location = (await create()).headers.get('location')!;
    const offset = { 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' };
    for (const [cookie, status] of [
      [jonas, 404],
      ['', 401],
    ] as const) {
      expect((await ask('HEAD', location, cookie)).status).toBe(status);
      expect((await ask('DELETE', location, cookie)).status).toBe(status);
      expect((await gateway.ask('PATCH', location, { cookie, raw: 'x', headers: { 'tus-resumable': '1.0.0', ...offset } })).status).toBe(
        status,
      );
    }
    expect((await create({}, { cookie: '' })).status).toBe(401);
    expect((await create({}, { headers: { origin: 'https://elsewhere.example' } })).status).toBe(403);
    expect((await ask('HEAD', `/api/uploads/${randomUUID()}`, maya)).status).toBe(404);
    expect((await ask('HEAD', '/api/uploads/no-id', maya)).status).toBe(404);
  });
});

describe('a creation', () => {
  const megabyte = 1024 * 1024;
  test.each([
    ['podcast', 'audio/mpeg', 100],
    ['podcast', 'audio/webm;codecs=opus', 100],
    ['podcast', 'video/mp4', 500],
    ['profile-image', 'image/png', 10],
  ])('of a %s of %s takes %i MB and not a byte more', async (purpose, filetype, most) => {
    const wish = { purpose, filetype };
    expect((await create(wish, { length: String(most * megabyte) })).status).toBe(201);
    const { status, body } = await create(wish, { length: String(most * megabyte + 1) });
    expect([status, body]).toEqual([413, expect.objectContaining({ code: 'too_large' })]);
  });

  test.each([
    [415, 'a page', { filetype: 'text/html' }, '100'],
    [415, 'a drawing as a picture', { purpose: 'profile-image', filetype: 'image/svg+xml' }, '100'],
    [415, 'a picture as an episode', { filetype: 'image/png' }, '100'],
    [415, 'a sound as a picture', { purpose: 'profile-image' }, '100'],
    [400, 'no purpose', { purpose: '' }, '100'],
    [400, 'another purpose', { purpose: 'world domination' }, '100'],
    [400, 'no filename', { filename: '' }, '100'],
    [400, 'no filetype', { filetype: '' }, '100'],
    [400, 'nothing', {}, '0'],
    [400, 'less than nothing', {}, '-1'],
    [400, 'a length that is none', {}, 'long'],
  ])('is %i for %s', async (status, _, over, length) => {
    const answer = await create(over, { length });
    expect([answer.status, answer.body]).toEqual([
      status,
      expect.objectContaining({ error: expect.any(String), requestId: expect.any(String) }),
    ]);
  });

  test('without metadata or length is 400', async () => {
    const headers = { 'tus-resumable': '1.0.0' };
    expect((await gateway.ask('POST', '/api/uploads', { cookie: maya, headers: { ...headers, 'upload-length': '1' } })).status).toBe(400);
    expect(
      (await gateway.ask('POST', '/api/uploads', { cookie: maya, headers: { ...headers, 'upload-metadata': encoded(metadata) } })).status,
    ).toBe(400);
  });
});

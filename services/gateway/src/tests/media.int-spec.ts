import { randomBytes, randomUUID } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { Readable } from 'node:stream';
import { pathToFileURL } from 'node:url';
import { type CallContext, contentRpc, type ErrorCode, identityRpc, type Person, Refusal } from '@hearsay/contracts';
import { type MediaStore, openMediaStore } from '@hearsay/media-store';
import { eventually } from '@hearsay/testing';
import { beforeAll, describe, expect, test } from '@jest/globals';
import sharp from 'sharp';
import { FakeUploads } from './fake-uploads.suite.js';
import { aGateway, GatewayUnderTest } from './gateway-under-test.suite.js';

const gateway = aGateway();
let fakes: FakeUploads;
let store: MediaStore;
let maya: string;
const key = `e${randomBytes(18).toString('base64url')}`;
const path = `/api/media/${key}`;
const text = Array.from({ length: 1000 }, (_, index) => String(index % 10)).join('');

beforeAll(async () => {
  fakes = new FakeUploads(gateway.services);
  store = openMediaStore(pathToFileURL(gateway.mediaFolder).href);
  maya = gateway.services.signIn('maya').cookie;
  await store.write(key, Buffer.from(text));
  fakes.media.set(key, { contentType: 'audio/mpeg', bytes: text.length });
});

const play = (headers: Record<string, string> = {}, method = 'GET') =>
  gateway.ask(method, path, { cookie: maya, headers });

describe('the bytes of an episode', () => {
  test('are complete, and allow the browser only to play them', async () => {
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
  ])('are sent in part for %s', async (range, part, contentRange) => {
    const { status, headers, text: body } = await play({ range });
    expect([status, body, headers.get('content-range'), headers.get('content-length')]).toEqual([
      206,
      part,
      contentRange,
      String(part.length),
    ]);
  });

  test('outside of the object are refused with 416', async () => {
    const { status, headers } = await play({ range: 'bytes=1000-' });
    expect([status, headers.get('content-range')]).toEqual([416, 'bytes */1000']);
  });

  test('are not sent for HEAD or an unchanged copy', async () => {
    expect((await play({ 'if-none-match': `"${key}"` })).status).toBe(304);
    const head = await play({}, 'HEAD');
    expect([head.status, head.headers.get('content-length'), head.text]).toEqual([200, '1000', '']);
    for (const range of ['bytes=0-9', 'bytes=1000-', 'nonsense']) {
      const { status, headers } = await play({ range }, 'HEAD');
      expect([status, headers.get('content-length'), headers.get('content-range')]).toEqual([200, '1000', null]);
    }
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

test('cuts a sound that a client does not read, and frees its slot', async () => {
  const impatient = await GatewayUnderTest.start({ TRANSFER_WINDOW_SECONDS: '1', PLAYS_PER_ACCOUNT: '1' });
  const sounds = new FakeUploads(impatient.services);
  const { cookie } = impatient.services.signIn('deaf');
  // More than the buffers of both ends hold.
  const bytes = 64 * 1024 * 1024;
  await openMediaStore(pathToFileURL(impatient.mediaFolder).href).write(key, Buffer.alloc(bytes));
  sounds.media.set(key, { contentType: 'audio/mpeg', bytes });
  const { body } = await fetch(`${impatient.url}${path}`, { headers: { cookie } });
  const play = () => impatient.ask('GET', path, { cookie, headers: { range: 'bytes=0-9' } });
  const refused = await play();
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '5']);
  await eventually('the first answer is cut', async () => (await play()).status === 206);
  await body?.cancel().catch(() => undefined);
  await impatient.stop();
});

const onePixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

describe('a profile picture', () => {
  const dataUrl = (bytes: Buffer, type = 'image/png') => `data:${type};base64,${bytes.toString('base64')}`;
  let person: Person;
  let cookie: string;
  let png: Buffer;

  beforeAll(async () => {
    ({ person, cookie } = gateway.services.signIn('nora'));
    png = await sharp({ create: { width: 40, height: 40, channels: 3, background: 'red' } })
      .png()
      .toBuffer();
    gateway.services.on(identityRpc.changeProfile, changed);
  });
  const changed = (change: { profileImage?: string | null }, { accountId }: CallContext) => {
    gateway.services.people.set(accountId!, { ...person, ...change });
    return { person: { ...person, ...change } };
  };
  const change = (profileImage: string | null, headers: Record<string, string> = {}) =>
    gateway.ask('PATCH', `/api/users/${person.id}/profile-image`, { cookie, body: { profileImage }, headers });
  const addressIn = ({ body }: { body: unknown }) => (body as { profileImage: string }).profileImage;
  const upload = async (bytes: Buffer, over: object = {}) => {
    const id = randomUUID();
    const view = {
      id,
      ownerId: person.id,
      key: `e${randomBytes(18).toString('base64url')}`,
      purpose: 'profile-image' as const,
      filename: 'me.png',
    };
    const dates = { createdAt: new Date().toISOString(), expiresAt: new Date(Date.now() + 60_000).toISOString() };
    const opened = { ...view, ...dates, filetype: 'image/png', bytes: bytes.length, isUsed: false, ...over };
    fakes.uploads.set(id, opened);
    await store.append(opened.key, 0, Readable.from([bytes]));
    return `/api/uploads/${id}`;
  };

  test('in a data URL becomes a public address, and replaces the earlier picture', async () => {
    const first = addressIn(await change(dataUrl(png)));
    const { status, headers } = await gateway.ask('GET', first);
    expect([status, headers.get('content-type'), headers.get('x-content-type-options')]).toEqual([
      200,
      'image/webp',
      'nosniff',
    ]);
    expect((await gateway.ask('GET', `${first}.small`)).status).toBe(200);
    const second = addressIn(await change(dataUrl(png)));
    expect(second).not.toBe(first);
    expect((await gateway.ask('GET', first)).status).toBe(404);
    expect(addressIn(await change(null))).toBeNull();
    expect((await gateway.ask('GET', second)).status).toBe(404);
  });

  test('is not served unless a person shows it, though its bytes exist', async () => {
    const address = addressIn(await change(dataUrl(png)));
    const [, key] = /([^/]+)$/.exec(address)!;
    const shown = await gateway.ask('GET', address);
    expect([shown.status, shown.headers.get('cache-control')]).toEqual([200, 'private, max-age=86400, immutable']);
    gateway.services.people.delete(person.id);
    for (const path of [address, `${address}.small`])
      await eventually('the address leads nowhere', async () => (await gateway.ask('GET', path)).status === 404);
    expect(await store.size(key!)).toBeGreaterThan(0);
    gateway.services.people.set(person.id, { ...person, profileImage: address });
    expect((await gateway.ask('GET', address)).status).toBe(200);
  });

  test('leaves no bytes behind if the change is refused', async () => {
    const files = () => readdirSync(gateway.mediaFolder, { recursive: true }).length;
    const known = addressIn(await change(dataUrl(png)));
    const before = files();
    const refusing = (code: ErrorCode) =>
      gateway.services.on(identityRpc.changeProfile, () => {
        throw new Refusal(code);
      });
    refusing('key_reused');
    expect((await change(dataUrl(png))).status).toBe(422);
    expect(files()).toBe(before);
    refusing('unavailable');
    expect((await change(dataUrl(png), { 'idempotency-key': 'picture-2' })).status).toBe(503);
    expect(files()).toBeGreaterThan(before);
    gateway.services.on(identityRpc.changeProfile, changed);
    const next = addressIn(await change(dataUrl(png), { 'idempotency-key': 'picture-2' }));
    expect([(await gateway.ask('GET', next)).status, (await gateway.ask('GET', known)).status, files()]).toEqual([
      200,
      404,
      before,
    ]);
    gateway.services.on(contentRpc.useUpload, () => {
      throw new Refusal('conflict');
    });
    const used = await upload(png);
    const withUpload = files();
    expect((await change(used)).status).toBe(409);
    expect(files()).toBe(withUpload);
  });

  test('is the same for a repeat under its key', async () => {
    const key = { 'idempotency-key': 'picture-1' };
    const first = addressIn(await change(dataUrl(png), key));
    expect(addressIn(await change(dataUrl(png), key))).toBe(first);
    expect((await gateway.ask('GET', first)).status).toBe(200);
  });

  test('stays when an earlier change is repeated late', async () => {
    const key = { 'idempotency-key': 'picture-of-before' };
    const first = addressIn(await change(dataUrl(png), key));
    const shown = addressIn(await change(dataUrl(png)));
    gateway.services.on(identityRpc.changeProfile, () => ({}));
    expect(addressIn(await change(dataUrl(png), key))).toBe(first);
    gateway.services.on(identityRpc.changeProfile, changed);
    expect([(await gateway.ask('GET', shown)).status, (await gateway.ask('GET', first)).status]).toEqual([200, 404]);
    expect(await store.size(first.split('/').at(-1)!)).toBeNull();
  });

  test('is taken only from an own upload', async () => {
    gateway.services.on(contentRpc.useUpload, () => ({}));
    expect(addressIn(await change(await upload(png)))).toMatch(/^\/api\/media\/p[\w-]{24}$/);
    expect((await change(`/api/uploads/${randomUUID()}`)).status).toBe(404);
    expect((await change(await upload(png, { ownerId: randomUUID() }))).status).toBe(404);
    expect((await change(await upload(png, { purpose: 'podcast' }))).status).toBe(400);
    expect((await change(await upload(png, { bytes: png.length + 1 }))).status).toBe(409);
    expect((await change(await upload(png, { filetype: 'image/gif' }))).status).toBe(200);
    expect((await change(await upload(png, { filetype: 'IMAGE/PNG;x=1' }))).status).toBe(200);
    gateway.services.on(contentRpc.useUpload, () => {
      throw new Refusal('conflict');
    });
    expect((await change(await upload(png))).status).toBe(409);
  });

  test('stays if its address is sent back, and other people cannot take it', async () => {
    const address = addressIn(await change(dataUrl(png)));
    expect(addressIn(await change(address))).toBe(address);
    expect((await gateway.ask('GET', address)).status).toBe(200);
    const other = gateway.services.signIn('otto');
    const taken = await gateway.ask('PATCH', `/api/users/${other.person.id}/profile-image`, {
      cookie: other.cookie,
      body: { profileImage: address },
    });
    expect(taken).toMatchObject({ status: 400, body: { fields: { profileImage: expect.any(String) } } });
    expect((await gateway.ask('GET', address)).status).toBe(200);
  });

  test('is typed by its bytes, not by its declared type', async () => {
    expect((await change(dataUrl(png, 'image/jpg'))).status).toBe(200);
    expect((await change(dataUrl(png, 'IMAGE/X-PNG'))).status).toBe(200);
  });

  test.each([
    [415, 'a drawing', dataUrl(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'image/svg+xml')],
    [415, 'a page', dataUrl(Buffer.from('<html></html>'))],
    [415, 'what says itself that it is no picture', dataUrl(Buffer.from(onePixel, 'base64'), 'text/plain')],
    [413, 'more than 2 MB', dataUrl(Buffer.alloc(2 * 1024 * 1024 + 1))],
    [413, 'much more than 2 MB', dataUrl(Buffer.alloc(8 * 1024 * 1024))],
    [400, 'a script', 'javascript:alert(1)'],
    [400, 'a data URL without base64', 'data:image/png,red'],
  ])('is %i for %s', async (status, _, given) => {
    const answer = await change(given);
    expect(answer.status).toBe(status);
    if (status === 413) expect(answer.body).toMatchObject({ error: expect.stringContaining('/api/uploads') });
  });
});

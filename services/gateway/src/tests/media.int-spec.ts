import { randomBytes, randomUUID } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { Readable } from 'node:stream';
import { pathToFileURL } from 'node:url';
import { type CallContext, contentRpc, identityRpc, type Person } from '@hearsay/contracts';
import { type MediaStore, openMediaStore } from '@hearsay/media-store';
import { eventually } from '@hearsay/testing';
import { beforeAll, describe, expect, test } from '@jest/globals';
import sharp from 'sharp';
import { FakeUploads } from './fake-uploads.suite.js';
import { GatewayUnderTest, gatewayForBlock } from './gateway-under-test.suite.js';

const gateway = gatewayForBlock();
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

const statusOf = async (address: string) => (await gateway.get(address)).status;

describe('the bytes of an episode', () => {
  test('an episode is sent completely, with headers that let browsers only play it', async () => {
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
    ['GET', 'bytes=995-', 206, '56789', 'bytes 995-999/1000'],
    ['GET', 'bytes=1000-', 416, expect.any(String), 'bytes */1000'],
    ['HEAD', 'bytes=0-9', 200, '', null],
    ['HEAD', 'bytes=1000-', 200, '', null],
  ])('for %s of %s are answered %i', async (method, range, status, part, contentRange) => {
    const answer = await play({ range }, method);
    expect([answer.status, answer.text, answer.headers.get('content-range')]).toEqual([status, part, contentRange]);
    const length = method === 'HEAD' ? '1000' : String(answer.text.length);
    expect(answer.headers.get('content-length')).toBe(length);
  });

  test('an episode is not sent again to a client whose copy is unchanged', async () => {
    expect((await play({ 'if-none-match': `"${key}"` })).status).toBe(304);
  });

  test.each(['e', '..%2f..%2fsecrets', 'objects', `x${'a'.repeat(24)}`])(
    'are not found under the key %s',
    async (other) => {
      expect((await gateway.ask('GET', `/api/media/${other}`, { cookie: maya })).status).toBe(404);
    },
  );
});

test('the transfer of a sound that a client does not read is cut', async () => {
  const impatient = await GatewayUnderTest.start({ TRANSFER_WINDOW_SECONDS: '1', PLAYS_PER_ACCOUNT: '1' });
  const { cookie } = impatient.services.signIn('deaf');
  // More bytes than the buffers of both sockets hold.
  const bytes = 64 * 1024 * 1024;
  await openMediaStore(pathToFileURL(impatient.mediaFolder).href).write(key, Buffer.alloc(bytes));
  impatient.services.on(contentRpc.media, () => ({ media: { contentType: 'audio/mpeg', bytes } }));
  const { body } = await fetch(`${impatient.url}${path}`, { headers: { cookie } });
  const play = () => impatient.ask('GET', path, { cookie, headers: { range: 'bytes=0-9' } });
  const refused = await play();
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '5']);
  await eventually('the first answer is cut', async () => (await play()).status === 206);
  await body?.cancel().catch(() => undefined);
});

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
    const asked = { id, ownerId: person.id, purpose: 'profile-image' as const, filename: 'me.png' };
    const { key } = fakes.open({ ...asked, filetype: 'image/png', bytes: bytes.length, ...over });
    await store.append(key, 0, Readable.from([bytes]));
    return `/api/uploads/${id}`;
  };
  test('a data URL becomes a public address, and replaces the earlier picture', async () => {
    const first = addressIn(await change(dataUrl(png)));
    const { status, headers } = await gateway.get(first);
    expect([status, headers.get('content-type'), headers.get('x-content-type-options')]).toEqual([
      200,
      'image/webp',
      'nosniff',
    ]);
    expect(await statusOf(`${first}.small`)).toBe(200);
    const second = addressIn(await change(dataUrl(png)));
    expect(second).not.toBe(first);
    expect(await statusOf(first)).toBe(404);
    expect(addressIn(await change(null))).toBeNull();
    expect(await statusOf(second)).toBe(404);
  });

  test('a picture is served only while it is a visible person’s picture', async () => {
    const address = addressIn(await change(dataUrl(png)));
    const [, key] = /([^/]+)$/.exec(address)!;
    const shown = await gateway.get(address);
    expect([shown.status, shown.headers.get('cache-control')]).toEqual([200, 'private, max-age=86400, immutable']);
    gateway.services.people.delete(person.id);
    for (const path of [address, `${address}.small`])
      await eventually('the address leads nowhere', async () => (await statusOf(path)) === 404);
    expect(await store.size(key!)).toBeGreaterThan(0);
    gateway.services.people.set(person.id, { ...person, profileImage: address });
    expect(await statusOf(address)).toBe(200);
  });

  test('a refused change of the picture leaves no bytes behind', async () => {
    const files = () => readdirSync(gateway.mediaFolder, { recursive: true }).length;
    const known = addressIn(await change(dataUrl(png)));
    const before = files();
    gateway.services.refuse(identityRpc.changeProfile, 'key_reused');
    expect((await change(dataUrl(png))).status).toBe(422);
    expect(files()).toBe(before);
    gateway.services.refuse(identityRpc.changeProfile, 'unavailable');
    expect((await change(dataUrl(png), { 'idempotency-key': 'picture-2' })).status).toBe(503);
    expect(files()).toBeGreaterThan(before);
    gateway.services.on(identityRpc.changeProfile, changed);
    const next = addressIn(await change(dataUrl(png), { 'idempotency-key': 'picture-2' }));
    expect([await statusOf(next), await statusOf(known), files()]).toEqual([200, 404, before]);
    gateway.services.refuse(contentRpc.useUpload, 'conflict');
    const used = await upload(png);
    const withUpload = files();
    expect((await change(used)).status).toBe(409);
    expect(files()).toBe(withUpload);
  });

  test('a late repeat of an earlier change does not replace the picture', async () => {
    const key = { 'idempotency-key': 'picture-of-before' };
    const first = addressIn(await change(dataUrl(png), key));
    const shown = addressIn(await change(dataUrl(png)));
    gateway.services.on(identityRpc.changeProfile, () => ({}));
    expect(addressIn(await change(dataUrl(png), key))).toBe(first);
    gateway.services.on(identityRpc.changeProfile, changed);
    expect([await statusOf(shown), await statusOf(first)]).toEqual([200, 404]);
    expect(await store.size(first.split('/').at(-1)!)).toBeNull();
  });

  test('a picture can be taken only from the person’s own finished upload', async () => {
    gateway.services.on(contentRpc.useUpload, () => ({}));
    expect(addressIn(await change(await upload(png)))).toMatch(/^\/api\/media\/p[\w-]{24}$/);
    for (const [status, over] of [
      [404, { ownerId: randomUUID() }],
      [400, { purpose: 'podcast' }],
      [409, { bytes: png.length + 1 }],
      [200, { filetype: 'image/gif' }],
      [200, { filetype: 'IMAGE/PNG;x=1' }],
    ] as const)
      expect((await change(await upload(png, over))).status).toBe(status);
    expect((await change(`/api/uploads/${randomUUID()}`)).status).toBe(404);
    gateway.services.refuse(contentRpc.useUpload, 'conflict');
    expect((await change(await upload(png))).status).toBe(409);
  });

  test('sending a picture’s own address back keeps it, but other people cannot use it', async () => {
    const address = addressIn(await change(dataUrl(png)));
    expect(addressIn(await change(address))).toBe(address);
    expect(await statusOf(address)).toBe(200);
    const other = gateway.services.signIn('otto');
    const taken = await gateway.ask('PATCH', `/api/users/${other.person.id}/profile-image`, {
      cookie: other.cookie,
      body: { profileImage: address },
    });
    expect(taken).toMatchObject({ status: 400, body: { fields: { profileImage: expect.any(String) } } });
    expect(await statusOf(address)).toBe(200);
  });

  test('a picture’s bytes decide its type, but another declared type is refused', async () => {
    for (const type of ['image/jpg', 'IMAGE/X-PNG']) expect((await change(dataUrl(png, type))).status).toBe(200);
    expect((await change(dataUrl(png, 'text/plain'))).status).toBe(415);
  });

  test.each([2 * 1024 * 1024 + 1, 8 * 1024 * 1024])('a data URL of %i bytes is refused as too large', async (bytes) => {
    const body = { error: expect.stringContaining('/api/uploads') };
    expect(await change(dataUrl(Buffer.alloc(bytes)))).toMatchObject({ status: 413, body });
  });
});

import { once } from 'node:events';
import { request } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { pathToFileURL } from 'node:url';
import { contentRpc, Refusal } from '@hearsay/contracts';
import { type MediaStore, openMediaStore } from '@hearsay/media-store';
import { uuidv7 } from '@hearsay/service-runtime';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { encodeUploadMetadata, FakeUploads, podcastView } from './fake-uploads.suite.js';
import { GatewayUnderTest, gatewayForBlock } from './gateway-under-test.suite.js';

const gateway = gatewayForBlock();
let fakes: FakeUploads;
let store: MediaStore;
let maya: string;
let authorId: string;

beforeAll(() => {
  fakes = new FakeUploads(gateway.services);
  store = openMediaStore(pathToFileURL(gateway.mediaFolder).href);
  const { cookie, person } = gateway.services.signIn('maya');
  [maya, authorId] = [cookie, person.id];
});

const metadata = { filename: 'night talk.mp3', filetype: 'audio/mpeg', purpose: 'podcast' };
const tus = { 'tus-resumable': '1.0.0' };
const bytesAt = (offset: number) => ({
  ...tus,
  'upload-offset': String(offset),
  'content-type': 'application/offset+octet-stream',
});
const opening = (length: string) => ({
  ...tus,
  'upload-length': length,
  'upload-metadata': encodeUploadMetadata(metadata),
});
const create = (length = '100', headers: Record<string, string> = {}) =>
  gateway.ask('POST', '/api/uploads', { cookie: maya, headers: { ...opening(length), ...headers } });
const head = (location: string) => gateway.ask('HEAD', location, { cookie: maya, headers: tus });
const patch = (location: string, headers: Record<string, string> = {}) =>
  gateway.ask('PATCH', location, { cookie: maya, raw: 'hello', headers: { ...bytesAt(0), ...headers } });

describe('an upload by tus', () => {
  test.each([
    [429, new Refusal('rate_limited', 'You have too many unfinished uploads', { retryAfter: 600 }), '600'],
    [503, new Refusal('unavailable', undefined, { retryAfter: 2 }), '2'],
    [409, new Refusal('conflict'), null],
  ])(
    'an upload is refused by content with %i and a retry time',
    async (status, { code, message, details }, retryAfter) => {
      gateway.services.refuse(contentRpc.openUpload, code, message, details);
      const { headers, ...refused } = await create();
      fakes = new FakeUploads(gateway.services);
      expect([refused.status, headers.get('retry-after')]).toEqual([status, retryAfter]);
    },
  );

  test.each([
    ['by headers alone', {}],
    ['with its bytes', { 'content-type': 'application/offset+octet-stream' }],
  ])('a creation that the media store refuses %s leaves no unfinished upload', async (_how, headers) => {
    const storeless = await GatewayUnderTest.start({ MEDIA_URL: 's3://key:secret@127.0.0.1:1/bucket?tls=off' });
    const { uploads } = new FakeUploads(storeless.services);
    const { cookie } = storeless.services.signIn('maya');
    const body = 'content-type' in headers ? 'Word' : null;
    const asking = { method: 'POST', headers: { ...opening('4'), cookie, ...headers }, body };
    expect((await fetch(`${storeless.url}/api/uploads`, asking)).status).toBe(503);
    expect([...uploads.values()].map(({ expiresAt }) => expiresAt)).toEqual([new Date(0).toISOString()]);
  });

  test('OPTIONS lists the server’s abilities for all clients', async () => {
    const { status, headers } = await gateway.ask('OPTIONS', '/api/uploads');
    expect(status).toBe(204);
    expect(headers.get('tus-version')).toBe('1.0.0');
    expect(headers.get('tus-extension')?.split(',')).toEqual(
      expect.arrayContaining(['creation', 'termination', 'expiration']),
    );
    expect(headers.get('access-control-allow-origin')).toBeNull();
  });

  test('an upload returns its offset and its expiry', async () => {
    const created = await create('10');
    expect(created.status).toBe(201);
    expect(created.headers.get('upload-expires')).toMatch(/GMT$/);
    expect(created.headers.get('x-content-type-options')).toBe('nosniff');
    const location = created.headers.get('location')!;
    const patched = await patch(location);
    expect([patched.status, patched.headers.get('upload-offset')]).toEqual([204, '5']);
    const { headers } = await head(location);
    expect([headers.get('upload-offset'), headers.get('upload-length')]).toEqual(['5', '10']);
    expect(headers.get('upload-metadata')).toBe(encodeUploadMetadata(metadata));
    expect((await patch(location)).status).toBe(409);
  });

  test('an upload accepts bytes only with the right content type and protocol version', async () => {
    const location = (await create()).headers.get('location')!;
    for (const type of ['application/json', 'text/plain', 'application/octet-stream'])
      expect(await patch(location, { 'content-type': type })).toMatchObject({
        status: 415,
        body: { code: 'unsupported_media' },
      });
    for (const version of ['0.2.2', '1.0.1', '']) {
      const { status, headers } = await patch(location, { 'tus-resumable': version });
      expect([status, headers.get('tus-version')]).toEqual([412, '1.0.0']);
    }
    expect((await head(location)).headers.get('upload-offset')).toBe('0');
  });
});

test('an upload that uses POST instead of PATCH gets the same checks', async () => {
  const location = (await create('5')).headers.get('location')!;
  const post = (method: string | null, headers: Record<string, string> = {}) =>
    gateway.ask('POST', location, {
      cookie: maya,
      raw: 'hello',
      headers: { ...bytesAt(0), ...headers, ...(method && { 'x-http-method-override': method }) },
    });
  for (const [status, method, headers] of [
    [405, null, {}],
    [405, 'PUT', {}],
    [403, 'PATCH', { 'sec-fetch-site': 'cross-site' }],
    [415, 'PATCH', { 'content-type': 'text/plain' }],
  ] as const)
    expect((await post(method, headers)).status).toBe(status);
  const { status, headers } = await post('patch');
  expect([status, headers.get('upload-offset')]).toEqual([204, '5']);
  // A call that creates an upload ignores the header.
  expect((await create('100', { 'x-http-method-override': 'PATCH' })).status).toBe(201);
  expect((await post('DELETE')).status).toBe(204);
  expect((await head(location)).status).toBe(404);
});

describe('incoming uploads', () => {
  const started = async (to: GatewayUnderTest, cookie: string) => {
    const { headers } = await to.ask('POST', '/api/uploads', { cookie, headers: opening('2000000') });
    return headers.get('location')!;
  };
  const drip = (to: GatewayUnderTest, cookie: string, location: string) => {
    const sending = request(new URL(location, to.url), {
      method: 'PATCH',
      headers: { cookie, ...bytesAt(0), 'content-length': 2_000_000 },
    });
    const ended = once(sending, 'response').then(
      ([{ statusCode }]) => statusCode as number,
      () => 'cut',
    );
    sending.write('a');
    return { sending, ended };
  };

  test('incoming uploads are limited to two at a time per account, and eight per address', async () => {
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
    // Together these are nine uploads from one address. The gateway may refuse any of them.
    const dripsOfOthers = others.flatMap(dripsOf);
    expect(await Promise.race(dripsOfOthers.map(({ ended }) => ended))).toBe(503);
    for (const { sending } of [...dripsOfFirst, ...dripsOfOthers]) sending.destroy();
  });

  test('incoming uploads are cut if they are too slow', async () => {
    const impatient = await GatewayUnderTest.start({ TRANSFER_WINDOW_SECONDS: '1' });
    new FakeUploads(impatient.services);
    const { cookie } = impatient.services.signIn('slow');
    const { sending, ended } = drip(impatient, cookie, await started(impatient, cookie));
    const dripping = setInterval(() => sending.write('a'), 100);
    expect(await ended).toBe('cut');
    clearInterval(dripping);
  });

  test('an upload takes a slot only while a request sends its bytes', async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, () => create()));
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 8 }, () => 201));
  });
});

describe('publishing an episode', () => {
  const answer = () => ({ podcast: podcastView({ id: uuidv7(), authorId, isMine: true }) });
  beforeAll(() => gateway.services.on(contentRpc.publishPodcast, answer));

  const dataUrl = (bytes: Buffer, type = 'audio/wav') => `data:${type};base64,${bytes.toString('base64')}`;
  const publish = (body: object, headers: Record<string, string> = {}) =>
    gateway.ask('POST', '/api/podcasts', {
      cookie: maya,
      body: { title: 'Night talk', mediaType: 'audio', ...body },
      headers,
    });

  test('publishing a data URL stores its bytes as an upload, once per key', async () => {
    const bytes = Buffer.from('RIFF and so on');
    const key = { 'idempotency-key': 'the-same-act' };
    await publish({ mediaUrl: dataUrl(bytes, 'audio/wav;codecs=1') }, key);
    await publish({ mediaUrl: dataUrl(bytes, 'audio/wav;codecs=1') }, key);
    const [first, second] = gateway.services.callsOf(contentRpc.publishPodcast).slice(-2);
    expect(second?.input).toEqual(first?.input);
    const { uploadId } = (first?.input ?? {}) as { uploadId?: string };
    const upload = fakes.uploads.get(uploadId ?? '')!;
    expect(upload).toMatchObject({ purpose: 'podcast', filetype: 'audio/wav;codecs=1', bytes: bytes.length });
    expect((await buffer(await store.read(upload.key))).equals(bytes)).toBe(true);
    await publish({ mediaUrl: dataUrl(bytes) });
    expect(gateway.services.callsOf(contentRpc.publishPodcast).at(-1)?.input).not.toEqual(first?.input);
  });

  test('a refused data URL closes its upload, and a repeat is refused in the same way', async () => {
    const refuse = (code: 'unsupported_media' | 'unavailable') =>
      gateway.services.on(contentRpc.publishPodcast, ({ uploadId }) => {
        throw new Refusal(isOpen(uploadId) ? code : 'not_found');
      });
    const isOpen = (uploadId: string) => Date.parse(fakes.uploads.get(uploadId)?.expiresAt ?? '') > Date.now();
    const open = () => [...fakes.uploads.keys()].filter(isOpen).length;
    const before = open();
    refuse('unsupported_media');
    const key = { 'idempotency-key': 'refused' };
    for (const headers of [undefined, key, key]) {
      expect((await publish({ mediaUrl: dataUrl(Buffer.from('no sound')) }, headers)).status).toBe(415);
      expect(open()).toBe(before);
    }
    // An upload stays open if its episode may have been published, or if the owner knows the upload's id.
    refuse('unavailable');
    expect((await publish({ mediaUrl: dataUrl(Buffer.from('no sound')) })).status).toBe(503);
    expect(open()).toBe(before + 1);
    refuse('unsupported_media');
    const [own] = [...fakes.uploads.keys()].filter(isOpen).slice(-1);
    expect((await publish({ mediaUrl: `/api/uploads/${own}` })).status).toBe(415);
    expect(open()).toBe(before + 1);
    gateway.services.on(contentRpc.publishPodcast, answer);
  });
});

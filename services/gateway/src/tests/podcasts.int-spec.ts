import { randomUUID } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { pathToFileURL } from 'node:url';
import { contentRpc, dataUrlLimits, engagementRpc, type Person, Refusal } from '@hearsay/contracts';
import { type MediaStore, openMediaStore } from '@hearsay/media-store';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { FakeUploads, podcastView } from './fake-uploads.suite.js';
import { GatewayUnderTest } from './gateway-under-test.suite.js';

let gateway: GatewayUnderTest;
let fakes: FakeUploads;
let store: MediaStore;
let maya: Person;
let cookie: string;
const id = randomUUID();
const answer = (_: unknown, { accountId }: { accountId: string | null }) => ({
  podcast: podcastView({ id, authorId: maya.id, isMine: accountId === maya.id }),
});

beforeAll(async () => {
  gateway = await GatewayUnderTest.start();
  fakes = new FakeUploads(gateway.services);
  store = openMediaStore(pathToFileURL(gateway.mediaFolder).href);
  ({ person: maya, cookie } = gateway.services.signIn('maya'));
  for (const rpc of [contentRpc.publishPodcast, contentRpc.editPodcast, contentRpc.podcast])
    gateway.services.on(rpc, answer);
  gateway.services.on(contentRpc.playPodcast, () => ({ playCount: 1 }));
  gateway.services.on(contentRpc.removePodcast, () => ({}));
});
afterAll(() => gateway.stop());

const words = { title: 'Night talk', mediaType: 'audio' };
const dataUrl = (bytes: Buffer, type = 'audio/wav') => `data:${type};base64,${bytes.toString('base64')}`;
const publish = (body: object, headers: Record<string, string> = {}) =>
  gateway.ask('POST', '/api/podcasts', { cookie, body: { ...words, ...body }, headers });

describe('publishing an episode', () => {
  test('of an upload answers the episode as everybody knows it', async () => {
    const uploadId = randomUUID();
    const { status, body } = await publish({ mediaUrl: `/api/uploads/${uploadId}`, description: '  Told at night  ' });
    expect(status).toBe(201);
    expect(body).toMatchObject({
      kind: 'podcast',
      id,
      creatorId: maya.id,
      creatorUsername: 'maya',
      creator: { id: maya.id },
      mediaUrl: `/api/media/e${'k'.repeat(24)}`,
      duration: 12.5,
      playCount: 3,
      commentCount: 0,
      repostData: null,
      boostCount: 0,
      isMine: true,
    });
    expect(gateway.services.callsOf(contentRpc.publishPodcast).at(-1)?.input).toEqual({
      title: 'Night talk',
      description: 'Told at night',
      mediaType: 'audio',
      uploadId,
    });
  });

  test('of a data URL keeps its bytes as an upload, once under one key', async () => {
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

  test('of a data URL leaves no upload open that was refused for good, and refuses a repeat like the first call', async () => {
    const refuse = (code: 'unsupported_media' | 'unavailable') =>
      gateway.services.on(contentRpc.publishPodcast, ({ uploadId }: { uploadId: string }) => {
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
    // What may yet have been published keeps its bytes, as does what its owner has uploaded and can name.
    refuse('unavailable');
    expect((await publish({ mediaUrl: dataUrl(Buffer.from('no sound')) })).status).toBe(503);
    expect(open()).toBe(before + 1);
    refuse('unsupported_media');
    const [own] = [...fakes.uploads.keys()].filter(isOpen).slice(-1);
    expect((await publish({ mediaUrl: `/api/uploads/${own}` })).status).toBe(415);
    expect(open()).toBe(before + 1);
    gateway.services.on(contentRpc.publishPodcast, answer);
  });

  test('takes 16 MB in a data URL, and beyond that names the uploads', async () => {
    const most = dataUrlLimits.podcast;
    expect((await publish({ mediaUrl: dataUrl(Buffer.alloc(most)) })).status).toBe(201);
    for (const bytes of [most + 1, most + 2, most + 3, most * 2]) {
      const { status, body } = await publish({ mediaUrl: dataUrl(Buffer.alloc(bytes)) });
      expect([status, body]).toEqual([
        413,
        expect.objectContaining({ code: 'too_large', error: expect.stringContaining('/api/uploads') }),
      ]);
    }
  });

  test.each([
    [400, 'no media', {}],
    [400, 'an address elsewhere', { mediaUrl: 'https://elsewhere.example/sound.mp3' }],
    [400, 'an upload that is none', { mediaUrl: '/api/uploads/12' }],
    [400, 'a data URL without base64', { mediaUrl: 'data:audio/wav,RIFF' }],
    [400, 'a data URL without bytes', { mediaUrl: 'data:audio/wav;base64,' }],
    [400, 'a data URL of nonsense', { mediaUrl: 'data:audio/wav;base64,<html><html><html>' }],
    [415, 'a page in a data URL', { mediaUrl: dataUrl(Buffer.from('<html>'), 'text/html') }],
    [415, 'a film said to be a sound', { mediaUrl: dataUrl(Buffer.from('x'), 'video/mp4') }],
    [400, 'no title', { title: '  ', mediaUrl: `/api/uploads/${randomUUID()}` }],
    [400, 'a title of 301 characters', { title: 'x'.repeat(301), mediaUrl: `/api/uploads/${randomUUID()}` }],
    [
      400,
      'a description of 5001 characters',
      { description: 'x'.repeat(5001), mediaUrl: `/api/uploads/${randomUUID()}` },
    ],
    [400, 'a text as media', { mediaType: 'text', mediaUrl: `/api/uploads/${randomUUID()}` }],
    [403, 'somebody else’s name', { creatorId: randomUUID(), mediaUrl: `/api/uploads/${randomUUID()}` }],
  ])('is %i for %s', async (status, _, body) => {
    expect((await publish(body)).status).toBe(status);
  });

  test('takes the longest words', async () => {
    const longest = { title: 'x'.repeat(300), description: 'y'.repeat(5000), mediaUrl: `/api/uploads/${randomUUID()}` };
    expect((await publish(longest)).status).toBe(201);
  });
});

describe('an episode', () => {
  const path = `/api/podcasts/${id}`;

  test('is for signed-in people only, in every call', async () => {
    for (const [method, of] of [
      ['GET', path],
      ['PATCH', path],
      ['DELETE', path],
      ['POST', `${path}/play`],
      ['POST', `${path}/boost`],
      ['POST', '/api/podcasts'],
    ] as const) {
      expect((await gateway.ask(method, of, method === 'GET' ? {} : { body: {} })).status).toBe(401);
    }
  });

  test('is read, edited, played and deleted', async () => {
    expect((await gateway.ask('GET', path, { cookie })).body).toMatchObject({ id, title: 'Night talk', isMine: true });
    expect((await gateway.ask('PATCH', path, { cookie, body: { title: ' Day talk ' } })).status).toBe(200);
    expect(gateway.services.callsOf(contentRpc.editPodcast).at(-1)?.input).toEqual({ id, title: 'Day talk' });
    await gateway.ask('PATCH', path, { cookie, body: { description: '' } });
    expect(gateway.services.callsOf(contentRpc.editPodcast).at(-1)?.input).toEqual({ id, description: null });
    expect((await gateway.ask('POST', `${path}/play`, { cookie })).body).toEqual({ success: true });
    expect((await gateway.ask('DELETE', path, { cookie, body: { userId: maya.id } })).body).toEqual({ success: true });
    expect((await gateway.ask('DELETE', path, { cookie, body: { userId: randomUUID() } })).status).toBe(403);
  });

  test('is deleted as an ambassador by whoever is one', async () => {
    await gateway.ask('DELETE', path, { cookie });
    expect(gateway.services.callsOf(contentRpc.removePodcast).at(-1)?.input).toEqual({ id, isAmbassador: false });
    const ambassador = gateway.services.signIn('amba', { isAmbassador: true });
    await gateway.ask('DELETE', path, { cookie: ambassador.cookie });
    expect(gateway.services.callsOf(contentRpc.removePodcast).at(-1)?.input).toEqual({ id, isAmbassador: true });
  });

  test('can be boosted', async () => {
    gateway.services.on(engagementRpc.setBoost, () => ({
      isBoosted: true,
      boostCount: 1,
      boostPeak: 1,
      questionId: id,
      hasReachedThreshold: false,
    }));
    expect((await gateway.ask('POST', `${path}/boost`, { cookie, body: { isBoosted: true } })).body).toEqual({
      isBoosted: true,
      boostCount: 1,
    });
    expect(gateway.services.callsOf(engagementRpc.setBoost).at(-1)?.input).toMatchObject({
      contentType: 'podcast',
      contentId: id,
    });
  });
});

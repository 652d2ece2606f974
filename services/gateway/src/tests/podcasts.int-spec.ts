import { randomUUID } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { pathToFileURL } from 'node:url';
import { contentRpc, type Person, Refusal } from '@hearsay/contracts';
import { type MediaStore, openMediaStore } from '@hearsay/media-store';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { FakeUploads, podcastView } from './fake-uploads.suite.js';
import { aGateway } from './gateway-under-test.suite.js';

const gateway = aGateway();
let fakes: FakeUploads;
let store: MediaStore;
let maya: Person;
let cookie: string;
const id = randomUUID();
const answer = () => ({ podcast: podcastView({ id, authorId: maya.id, isMine: true }) });

beforeAll(() => {
  fakes = new FakeUploads(gateway.services);
  store = openMediaStore(pathToFileURL(gateway.mediaFolder).href);
  ({ person: maya, cookie } = gateway.services.signIn('maya'));
  gateway.services.on(contentRpc.publishPodcast, answer);
});

const words = { title: 'Night talk', mediaType: 'audio' };
const dataUrl = (bytes: Buffer, type = 'audio/wav') => `data:${type};base64,${bytes.toString('base64')}`;
const publish = (body: object, headers: Record<string, string> = {}) =>
  gateway.ask('POST', '/api/podcasts', { cookie, body: { ...words, ...body }, headers });

describe('publishing an episode', () => {
  test('of a data URL stores its bytes as an upload, once per key', async () => {
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

  test('of a data URL closes a refused upload, and refuses a repeat alike', async () => {
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
    // Content that may have been published keeps its bytes, as do uploads that their owner can name.
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

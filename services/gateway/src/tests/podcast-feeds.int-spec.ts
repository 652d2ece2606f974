import { randomBytes } from 'node:crypto';
import { pathToFileURL } from 'node:url';
import { contentRpc, type PodcastView, Refusal, type RpcInput } from '@hearsay/contracts';
import { openMediaStore } from '@hearsay/media-store';
import { uuidv7 } from '@hearsay/service-runtime';
import { beforeEach, describe, expect, it } from '@jest/globals';
import sharp from 'sharp';
import { tokenHashOf } from '../access/session-cookie.js';
import { podcastView } from './fake-uploads.suite.js';
import { GatewayUnderTest, gatewayForBlock } from './gateway-under-test.suite.js';

const gateway = gatewayForBlock();
const mediaKey = `e${randomBytes(18).toString('base64url')}`;
const sound = '0123456789';
const bytes = { contentType: 'audio/mpeg', bytes: sound.length };
let key: string;
let podcast: PodcastView;
let hashes: string[];

const mustBeOpen = ({ keyHash }: { keyHash: string }) => {
  hashes.push(keyHash);
  if (keyHash !== tokenHashOf(key)) throw new Refusal(keyHash === tokenHashOf('g'.repeat(22)) ? 'gone' : 'not_found');
};

beforeEach(async () => {
  key = randomBytes(16).toString('base64url');
  hashes = [];
  const { person } = gateway.services.signIn('ana');
  podcast = podcastView({ id: uuidv7(), authorId: person.id });
  await openMediaStore(pathToFileURL(gateway.mediaFolder).href).write(mediaKey, Buffer.from(sound));
  gateway.services.on(contentRpc.podcastFeed, (asked) => {
    mustBeOpen(asked);
    const extras = { hasChapters: true, hasTranscript: true };
    return { ownerId: person.id, episodes: [{ id: podcast.id, ...bytes, ...extras }] };
  });
  gateway.services.on(contentRpc.podcastViews, ({ ids }) => ({ podcasts: [podcast], to: ids.length }));
  gateway.services.on(contentRpc.podcastFeedMedia, (asked: RpcInput<typeof contentRpc.podcastFeedMedia>) => {
    mustBeOpen(asked);
    if (asked.id !== podcast.id) throw new Refusal('not_found');
    return { key: mediaKey, ...bytes };
  });
});

const feed = (headers: Record<string, string> = {}) => gateway.ask('GET', `/feeds/${key}.xml`, { headers });
const play = (headers: Record<string, string> = {}, method = 'GET') =>
  gateway.ask(method, `/feeds/${key}/${podcast.id}`, { headers });

describe('a feed for podcast apps', () => {
  it('a podcast feed is read by its key, and services get only the key’s hash', async () => {
    const { status, headers, text } = await feed();
    expect([status, headers.get('content-type')]).toEqual([200, 'application/rss+xml; charset=utf-8']);
    expect([headers.get('cache-control'), headers.get('set-cookie')]).toEqual(['private, no-cache', null]);
    expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
    expect(text).toContain(
      `<enclosure url="${gateway.url}/feeds/${key}/${podcast.id}" length="10" type="audio/mpeg"/>`,
    );
    expect(hashes).toEqual([tokenHashOf(key)]);
    expect((await feed({ 'if-none-match': headers.get('etag') ?? '' })).status).toBe(304);
    expect(await gateway.ask('HEAD', `/feeds/${key}.xml`)).toMatchObject({ status: 200, text: '' });
  });

  it.each([
    ['GET', {}, 200, sound, null],
    ['HEAD', {}, 200, '', null],
    ['GET', { range: 'bytes=7-' }, 206, '789', 'bytes 7-9/10'],
    ['GET', { range: 'bytes=10-' }, 416, '', 'bytes */10'],
    ['HEAD', { range: 'bytes=0-1' }, 200, '', null],
  ])('a podcast feed plays an episode by %s with %p', async (method, headers, status, text, range) => {
    const answer = await play(headers, method);
    expect([answer.status, answer.text, answer.headers.get('content-range')]).toEqual([status, text, range]);
    expect(answer.headers.get('accept-ranges')).toBe('bytes');
    expect(answer.headers.get('cross-origin-resource-policy')).toBe('cross-origin');
    if (status === 200) expect(answer.headers.get('content-length')).toBe('10');
  });

  it('a podcast feed serves chapters and transcript under the same key', async () => {
    const words = 'WEBVTT\n\n00:00.000 --> 00:01.000\nHello';
    await openMediaStore(pathToFileURL(gateway.mediaFolder).href).write('words', Buffer.from(words));
    const answers = [{ questionId: uuidv7(), title: 'Why?', at: 3 }];
    gateway.services.on(contentRpc.podcast, () => ({ podcast, answers }));
    gateway.services.on(contentRpc.podcastTranscript, () => ({ key: 'words' }));
    const chapters = await gateway.get(`/feeds/${key}/${podcast.id}/chapters.json`);
    expect(chapters.headers.get('content-type')).toContain('application/json+chapters');
    expect(JSON.parse(chapters.text)).toMatchObject({ version: '1.2.0', chapters: [{ startTime: 3, title: 'Why?' }] });
    const transcript = await gateway.get(`/feeds/${key}/${podcast.id}/transcript.vtt`);
    expect([transcript.status, transcript.text]).toEqual([200, words]);
    for (const name of ['chapters.json', 'transcript.vtt'])
      for (const [other, status] of [
        ['g'.repeat(22), 410],
        ['u'.repeat(22), 404],
      ] as const)
        expect((await gateway.get(`/feeds/${other}/${podcast.id}/${name}`)).status).toBe(status);
  });

  it('a podcast feed has a square picture of a size that podcast directories accept', async () => {
    const response = await fetch(`${gateway.url}/feeds/${key}/cover.png`);
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/png']);
    const picture = await sharp(Buffer.from(await response.arrayBuffer())).metadata();
    expect(picture).toMatchObject({ format: 'png', width: 1400, height: 1400 });
    // More requests than the number of drawings that may wait.
    const atOnce = await Promise.all(Array.from({ length: 40 }, () => fetch(`${gateway.url}/feeds/${key}/cover.png`)));
    expect(new Set(atOnce.map(({ status: each }) => each))).toEqual(new Set([200]));
  });

  it('a podcast feed answers 410 under a former key, and 404 under an unknown key', async () => {
    const id = podcast.id;
    for (const [former, status] of [
      ['g'.repeat(22), 410],
      ['u'.repeat(22), 404],
      ['short', 404],
      [`${'u'.repeat(22)}.x`, 404],
    ] as const)
      for (const path of [`${former}.xml`, `${former}/${id}`, `${former}/cover.png`])
        expect([path, (await gateway.get(`/feeds/${path}`)).status]).toEqual([path, status]);
    for (const id of [uuidv7(), '-'.repeat(36)])
      expect(await gateway.get(`/feeds/${key}/${id}`)).toMatchObject({ status: 404 });
    expect((await gateway.get(`/feeds/${'g'.repeat(22)}.xml`)).body).toMatchObject({ code: 'gone' });
  });

  it('a podcast feed is not found while its creator is hidden', async () => {
    podcast = { ...podcast, authorId: uuidv7() };
    expect((await feed()).status).toBe(404);
  });

  it('a podcast feed uses the configured public address', async () => {
    const other = await GatewayUnderTest.start({ PUBLIC_URL: 'https://hearsay.example' });
    const { person, cookie } = other.services.signIn('ben');
    other.services.on(contentRpc.ownPodcastFeed, () => ({ key, episodes: [podcast.id] }));
    other.services.on(contentRpc.setPodcastFeed, ({ episodes }) => ({
      key: episodes.length > 0 ? key : null,
      episodes,
    }));
    other.services.on(contentRpc.renewPodcastFeed, () => ({ key, episodes: [] }));
    const path = `/api/users/${person.id}/podcast-feed`;
    const url = `https://hearsay.example/feeds/${key}.xml`;
    expect((await other.get(path, cookie)).body).toEqual({ url, episodes: [podcast.id] });
    const put = (episodes: string[], by = cookie) => other.ask('PUT', path, { cookie: by, body: { episodes } });
    expect((await put([podcast.id])).body).toEqual({ url });
    expect((await put([])).body).toEqual({ url: null });
    expect((await put(['nonsense'])).status).toBe(400);
    expect((await put(Array.from({ length: 301 }, () => podcast.id))).status).toBe(400);
    expect((await other.ask('POST', `${path}/renew`, { cookie, body: {} })).body).toEqual({ url });
    const stranger = other.services.signIn('cleo').cookie;
    expect([(await put([], stranger)).status, (await other.get(path, stranger)).status]).toEqual([403, 403]);
    expect((await other.get(path)).status).toBe(401);
  });
});

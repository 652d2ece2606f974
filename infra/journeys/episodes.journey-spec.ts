import type { OwnUser, Podcast } from '@hearsay/contracts';
import { eventually } from '@hearsay/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { watchMemory } from '../local/process-memory.ts';
import { Client, newcomer } from './client.ts';
import { saw, wave } from './sounds.ts';
import { killAndReturn, type System, startJourney } from './system.ts';
import { askedAgain, offsetOf, sendBytes } from './uploads.ts';

const megabyte = 1024 * 1024;
/** EPISODE_MEGABYTES=500 measures the largest film and prints the costs. */
const largeMegabytes = Number(process.env.EPISODE_MEGABYTES ?? 300);
/**
 * Megabytes that the large upload may add to the small one's peak. A process that keeps the bytes adds the whole
 * difference. One that streams adds only garbage that is not collected yet.
 */
const smallMegabytes = 100;
const mayAdd = (largeMegabytes - smallMegabytes) / 2;

const stream = (bytes: number): ReadableStream<Uint8Array<ArrayBuffer>> => {
  let sent = 0;
  return new ReadableStream({
    pull: (controller) => {
      const piece = new Uint8Array(saw).subarray(0, bytes - sent);
      sent += piece.length;
      // No piece may be empty.
      if (piece.length > 0) controller.enqueue(piece);
      if (sent >= bytes) controller.close();
    },
  });
};

describe('an episode', () => {
  let system: System;
  let maya: Client;
  let jonas: Client;
  let podcast: Podcast;

  beforeAll(async () => {
    system = await startJourney();
    [maya, jonas] = await Promise.all([newcomer(system.url, 'maya'), newcomer(system.url, 'jonas')]);
  });
  afterAll(() => system?.stop());

  const tus = (method: string, path: string, headers: Record<string, string>) =>
    askedAgain(() =>
      fetch(`${system.url}${path}`, {
        method,
        headers: { cookie: maya.cookie!, 'tus-resumable': '1.0.0', ...headers },
      }),
    );
  const create = async (bytes: number, filetype = 'audio/wav'): Promise<string> => {
    const pairs = Object.entries({ filename: 'night.wav', filetype, purpose: 'podcast' });
    const metadata = pairs.map(([key, value]) => `${key} ${Buffer.from(value).toString('base64')}`).join(',');
    const created = await tus('POST', '/api/uploads', { 'upload-length': String(bytes), 'upload-metadata': metadata });
    expect(created.status).toBe(201);
    return created.headers.get('location')!;
  };
  const patch = (location: string, offset: number, rest: Parameters<typeof sendBytes>[3]) =>
    sendBytes(system.url + location, maya.cookie!, offset, rest);
  const publish = (mediaUrl: string, over: object = {}) =>
    maya.call<Podcast>('POST', '/api/podcasts', {
      body: { title: 'Night talk', description: null, mediaUrl, mediaType: 'audio', ...over },
    });
  const play = (client: Client, headers: Record<string, string> = {}) =>
    askedAgain(() =>
      fetch(`${system.url}${podcast.mediaUrl}`, {
        headers: { ...(client.cookie && { cookie: client.cookie }), ...headers },
      }),
    );

  it('continues its upload after a gateway was killed, and is published', async () => {
    const sound = wave(3 * megabyte);
    const location = await create(sound.length);
    expect((await patch(location, 0, (offset) => new Uint8Array(sound.subarray(offset, megabyte)))).status).toBe(204);
    await killAndReturn(system, 'gateway');
    const kept = await offsetOf(system.url + location, maya.cookie!);
    expect(kept).toBe(megabyte);
    expect((await publish(location)).status).toBe(409);
    expect((await patch(location, kept, (offset) => new Uint8Array(sound.subarray(offset)))).status).toBe(204);
    const published = await publish(location);
    expect(published.status).toBe(201);
    podcast = published.body;
    expect(podcast).toMatchObject({
      kind: 'podcast',
      creatorId: maya.user.id,
      mediaType: 'audio',
      isMine: true,
      playCount: 0,
    });
    expect(podcast.duration).toBeCloseTo((3 * megabyte - 44) / 16_000, 1);
    expect(podcast.waveform?.every((bar) => bar > 80)).toBe(true);
    expect((await publish(location)).status).toBe(409);
  });

  it('makes its author a creator and earns XP', async () => {
    await eventually('maya is a creator', async () => (await maya.get<OwnUser>('/api/auth/user')).isCreator);
    await eventually('20 XP', async () => (await maya.get<OwnUser>('/api/auth/user')).xp === 20);
  });

  it('is played in parts, boosted and counted', async () => {
    const part = await play(jonas, { range: 'bytes=0-3' });
    expect([part.status, await part.text()]).toEqual([206, 'RIFF']);
    expect((await play(new Client(system.url))).status).toBe(401);
    for (const _ of [1, 2]) expect((await jonas.call('POST', `/api/podcasts/${podcast.id}/play`)).status).toBe(200);
    expect((await jonas.call('POST', `/api/podcasts/${podcast.id}/boost`, { body: { isBoosted: true } })).body).toEqual(
      { isBoosted: true, boostCount: 1 },
    );
    expect(await jonas.get<Podcast>(`/api/podcasts/${podcast.id}`)).toMatchObject({
      playCount: 1,
      boostCount: 1,
      isMine: false,
    });
    const items = [{ contentType: 'podcast', contentId: podcast.id }];
    const { body } = await jonas.call('POST', '/api/batch/boost-status', { body: { items } });
    expect(body).toEqual({ [`podcast:${podcast.id}`]: { isBoosted: true, boostCount: 1 } });
    expect(await jonas.get(`/api/content/${podcast.id}`)).toEqual({
      contentType: 'podcast',
      id: podcast.id,
      questionId: null,
    });
  });

  it('is deleted at once together with its bytes', async () => {
    expect((await jonas.call('DELETE', `/api/podcasts/${podcast.id}`)).status).toBe(403);
    expect((await maya.call('DELETE', `/api/podcasts/${podcast.id}`)).body).toEqual({ success: true });
    expect((await play(jonas)).status).toBe(404);
    expect((await play(maya, { range: 'bytes=0-3' })).status).toBe(404);
    expect((await maya.call('GET', `/api/podcasts/${podcast.id}`)).status).toBe(404);
    await eventually('its boosts are gone too', async () => {
      const items = [{ contentType: 'podcast', contentId: podcast.id }];
      const { body } = await jonas.call('POST', '/api/batch/boost-status', { body: { items } });
      return JSON.stringify(body) === '{}';
    });
  });

  it('of any size passes through every process without being held in memory', async () => {
    const roles = ['gateway', 'content'] as const;
    /** @returns its location, and a function for each process's peak since then, in megabytes */
    const upload = async (megabytes: number) => {
      const location = await create(megabytes * megabyte, 'video/avi');
      const watched = roles.map((role) => watchMemory(system.pids[role]!));
      expect((await patch(location, 0, (offset) => stream(megabytes * megabyte - offset))).status).toBe(204);
      return { location, peaks: () => watched.map((watch) => watch.stop()) };
    };
    // The first upload loads code and buffers that stay in memory.
    const before = (await upload(smallMegabytes)).peaks();
    const { location, peaks } = await upload(largeMegabytes);
    // These bytes are no film, which is found without reading all.
    expect((await publish(location, { mediaType: 'video' })).status).toBe(415);
    const added = peaks().map((peak, index) => peak - before[index]!);
    if (process.env.EPISODE_MEGABYTES)
      console.log(Object.fromEntries(roles.map((role, index) => [role, `${before[index]} + ${added[index]} MB`])));
    for (const megabytes of added) expect(megabytes).toBeLessThan(mayAdd);
    expect((await tus('DELETE', location, {})).status).toBe(204);
  });
});

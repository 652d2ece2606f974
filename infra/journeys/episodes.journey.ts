import type { Podcast } from '@hearsay/contracts';
import { eventually } from '@hearsay/testing';
import { expect, it } from '@jest/globals';
import { watchMemory } from '../local/process-memory.ts';
import type { Answer, CallOptions } from './client.ts';
import { sawtooth, wavFile } from './media-samples.ts';
import { killAndAwaitRestart, type System } from './system.ts';
import { registerPeople } from './system-for-block.ts';

const megabyte = 1024 * 1024;
/** EPISODE_MEGABYTES=500 measures the largest film and prints the costs. */
const largeMegabytes = Number(process.env.EPISODE_MEGABYTES ?? 300);
/**
 * The peak memory may be higher during the large upload than during the small one by `maxAddedMegabytes`. A process
 * that keeps the bytes in memory exceeds this limit by far. A process that streams adds only uncollected garbage.
 */
const smallMegabytes = 100;
const maxAddedMegabytes = (largeMegabytes - smallMegabytes) / 2;

const stream = (bytes: number): ReadableStream<Uint8Array<ArrayBuffer>> => {
  let sent = 0;
  return new ReadableStream({
    pull: (controller) => {
      const piece = new Uint8Array(sawtooth).subarray(0, bytes - sent);
      sent += piece.length;
      // A byte stream refuses an empty piece, so none is passed on.
      if (piece.length > 0) controller.enqueue(piece);
      if (sent >= bytes) controller.close();
    },
  });
};

export const episodesJourney = (system: System): void => {
  const [maya] = registerPeople(system, 'maya');

  const tus = async (method: string, path: string, optionsOf: () => CallOptions | Promise<CallOptions>) => {
    let answer: Answer | undefined;
    await eventually(`${method} ${path} is answered`, async () => {
      const { headers, ...options } = await optionsOf();
      const ofTus = { ...options, headers: { 'tus-resumable': '1.0.0', ...headers }, key: null };
      answer = await maya.attempt(method, path, ofTus).catch(() => undefined);
      return answer !== undefined && answer.status !== 503;
    });
    return answer!;
  };
  const create = async (bytes: number, filetype = 'audio/wav'): Promise<string> => {
    const pairs = Object.entries({ filename: 'night.wav', filetype, purpose: 'podcast' });
    const metadata = pairs.map(([key, value]) => `${key} ${Buffer.from(value).toString('base64')}`).join(',');
    const headers = { 'upload-length': String(bytes), 'upload-metadata': metadata };
    const created = await tus('POST', '/api/uploads', () => ({ headers }));
    expect(created.status).toBe(201);
    return created.headers.get('location')!;
  };
  const offsetOf = async (location: string) =>
    Number((await tus('HEAD', location, () => ({}))).headers.get('upload-offset'));
  /**
   * Sends the bytes after the upload's offset. If the request fails, reads the new offset and sends the remaining
   * bytes.
   */
  const send = async (location: string, restFrom: (offset: number) => NonNullable<CallOptions['raw']>) => {
    const { status } = await tus('PATCH', location, async () => {
      const offset = await offsetOf(location);
      const headers = { 'upload-offset': String(offset), 'content-type': 'application/offset+octet-stream' };
      return { headers, raw: restFrom(offset) };
    });
    expect(status).toBe(204);
  };
  const publish = (mediaUrl: string, mediaType = 'audio') =>
    maya.call<Podcast>('POST', '/api/podcasts', {
      body: { title: 'Night talk', description: null, mediaUrl, mediaType },
    });

  it('an upload continues after the gateway was killed, and can then be published', async () => {
    const sound = wavFile(3 * megabyte);
    const location = await create(sound.length);
    await send(location, (offset) => new Uint8Array(sound.subarray(offset, megabyte)));
    await killAndAwaitRestart(system, 'gateway');
    expect(await offsetOf(location)).toBe(megabyte);
    expect((await publish(location)).status).toBe(409);
    await send(location, (offset) => new Uint8Array(sound.subarray(offset)));
    const { status, body: podcast } = await publish(location);
    expect(status).toBe(201);
    expect(podcast).toMatchObject({ kind: 'podcast', creatorId: maya.user.id, mediaType: 'audio', isMine: true });
    expect(podcast.duration).toBeCloseTo((3 * megabyte - 44) / 16_000, 1);
    expect(podcast.waveform?.every((bar) => bar > 80)).toBe(true);
  });

  it('uploads of any size pass through every process without being held in memory', async () => {
    const roles = ['gateway', 'content'] as const;
    /** @returns the upload's location, and a function that returns each process's peak in megabytes */
    const upload = async (megabytes: number) => {
      const location = await create(megabytes * megabyte, 'video/avi');
      const watched = roles.map((role) => watchMemory(system.pids[role]!));
      await send(location, (offset) => stream(megabytes * megabyte - offset));
      return { location, peaks: () => watched.map((watch) => watch.stop()) };
    };
    // The small upload comes first, because code and buffers that a first upload loads stay in memory.
    const before = (await upload(smallMegabytes)).peaks();
    const { location, peaks } = await upload(largeMegabytes);
    // These bytes are no film. The gateway notices it without reading all of them.
    expect((await publish(location, 'video')).status).toBe(415);
    const added = peaks().map((peak, index) => peak - before[index]!);
    if (process.env.EPISODE_MEGABYTES)
      console.log(Object.fromEntries(roles.map((role, index) => [role, `${before[index]} + ${added[index]} MB`])));
    for (const megabytes of added) expect(megabytes).toBeLessThan(maxAddedMegabytes);
    expect((await tus('DELETE', location, () => ({}))).status).toBe(204);
  });

  it('a transcript with an error is refused, and the refusal names the line', async () => {
    const { id } = await maya.publish();
    const path = `/api/podcasts/${id}/transcript`;
    const put = (raw: string, type = 'text/vtt') =>
      maya.call<{ fields?: object }>('PUT', path, { raw, headers: { 'content-type': type } });
    const srt = '1\n00:00:00,000 --> 00:00:00,500\n<b>Hush</b>\n\n2\n00:00:00,600 --> 00:00:00,900\nNow';
    expect(await put(srt, 'application/x-subrip')).toMatchObject({ status: 200, body: { cues: 2 } });
    const wrong = await put('WEBVTT\n\n1\n00:00.000 -> 00:01.000\nHush');
    expect(wrong).toMatchObject({ status: 400, body: { fields: { transcript: expect.stringContaining('Line 4: ') } } });
    expect((await put(srt, 'text/plain')).status).toBe(415);
    expect((await put(`WEBVTT\n${'\n'.repeat(2 * 1024 * 1024)}`)).status).toBe(413);
    const read = await maya.call('GET', path);
    expect(read.headers.get('content-type')).toBe('text/vtt; charset=utf-8');
    expect(read.text).toBe('WEBVTT\n\n00:00:00.000 --> 00:00:00.500\nHush\n\n00:00:00.600 --> 00:00:00.900\nNow\n');
  });
};

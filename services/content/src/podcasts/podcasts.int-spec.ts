import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pathToFileURL } from 'node:url';
import { contentRpc, type PodcastView, type Refusal } from '@hearsay/contracts';
import { type CommandDefinition } from '@hearsay/event-store';
import { type MediaStore, openMediaStore } from '@hearsay/media-store';
import { startTestService, type TestService } from '@hearsay/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { content } from '../content.definition.js';
import { contentSettings } from '../content.suite.js';
import { MediaSweep } from '../sounds/media-sweep.js';
import { fixture } from '../sounds/sample-files.suite.js';
import { waveTone } from '../sounds/sample-sounds.suite.js';
import { hidePodcast, showPodcast } from './podcast.decider.js';

let folder: string;
let store: MediaStore;
let service: TestService;
const [maya, jonas] = [randomUUID(), randomUUID()];
const tone = waveTone(2);

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'hearsay-media-'));
  const MEDIA_URL = pathToFileURL(folder).href;
  store = openMediaStore(MEDIA_URL);
  service = await startTestService(content, { ...contentSettings(), MEDIA_URL });
});
afterAll(async () => {
  await service.stop();
  rmSync(folder, { recursive: true, force: true });
});
beforeEach(() => service.service.pool.query(`delete from uploads`));

const open = async (over: object = {}, as = maya) => {
  const wish = {
    id: randomUUID(),
    purpose: 'podcast' as const,
    filename: 'tone.wav',
    filetype: 'audio/wav',
    bytes: tone.length,
    ...over,
  };
  return (await service.call(contentRpc.openUpload, wish, as)).upload;
};
const uploaded = async (bytes = tone, over: object = {}, as = maya) => {
  const upload = await open({ bytes: bytes.length, ...over }, as);
  await store.append(upload.key, 0, Readable.from([bytes]));
  return upload;
};
const words = { title: 'Night talk', description: null, mediaType: 'audio' as const };
const publish = async (uploadId: string, as = maya, over: object = {}, context: object = {}): Promise<PodcastView> =>
  (await service.call(contentRpc.publishPodcast, { ...words, uploadId, ...over }, as, context)).podcast;
const published = async (as = maya): Promise<PodcastView> => publish((await uploaded(tone, {}, as)).id, as);
const read = async (id: string, as: string | null = jonas) =>
  (await service.call(contentRpc.podcast, { id }, as)).podcast;
const playable = async (key: string) => (await service.call(contentRpc.media, { key }, jonas)).media;
const remove = (id: string, as: string, isAmbassador = false) =>
  service.call(contentRpc.removePodcast, { id, isAmbassador }, as);
const edit = (id: string, as: string, over: object) => service.call(contentRpc.editPodcast, { id, ...over }, as);
const rows = async (sql: string, values: unknown[] = []) => (await service.service.pool.query(sql, values)).rows;

describe('an upload', () => {
  test('is visible only to its owner', async () => {
    const upload = await open();
    expect(upload).toMatchObject({ filename: 'tone.wav', filetype: 'audio/wav', bytes: tone.length, isUsed: false });
    expect(upload.key).toMatch(/^e[\w-]{24}$/);
    expect((await service.call(contentRpc.upload, { id: upload.id }, maya)).upload).toEqual(upload);
    expect((await service.call(contentRpc.upload, { id: upload.id }, jonas)).upload).toBeNull();
    await expect(service.call(contentRpc.closeUpload, { id: upload.id }, jonas)).rejects.toMatchObject({
      code: 'not_found',
    });
    await expect(open({ id: upload.id }, jonas)).rejects.toMatchObject({ code: 'not_found' });
  });

  test('is opened once under an id', async () => {
    const upload = await open();
    expect(await open({ id: upload.id })).toEqual(upload);
  });

  test('is refused beyond twenty of a person', async () => {
    for (let index = 0; index < 20; index += 1) await open();
    const refusal = (await open().catch((error: unknown) => error)) as Refusal;
    expect(refusal.code).toBe('rate_limited');
    const { retryAfter = 0 } = refusal.details as { retryAfter?: number };
    expect([retryAfter > 23 * 3600, retryAfter <= 24 * 3600]).toEqual([true, true]);
    await open({}, jonas);
  });

  test('gives way to a new one after an hour without bytes', async () => {
    const begun = await uploaded();
    const empty = await open();
    const young = await open();
    for (let index = 3; index < 20; index += 1) await uploaded();
    await rows(`update uploads set created_at = now() - interval '61 minutes' where id = any($1)`, [
      [begun.id, empty.id],
    ]);
    const next = await open();
    const isThere = async ({ id }: { id: string }) =>
      (await service.call(contentRpc.upload, { id }, maya)).upload !== null;
    expect(await Promise.all([begun, empty, young, next].map(isThere))).toEqual([true, false, true, true]);
    await expect(open()).rejects.toMatchObject({ code: 'rate_limited' });
  });

  test('leaves only the two sizes of a picture, which go with the erased account', async () => {
    const key = `p${'k'.repeat(24)}`;
    const other = `p${'o'.repeat(24)}`;
    for (const name of [key, `${key}.small`, other]) await store.write(name, new Uint8Array([1]));
    await service.call(contentRpc.removePicture, { key }, null);
    await service.call(contentRpc.removePicture, { key }, null);
    expect(await Promise.all([key, `${key}.small`, other].map((name) => store.size(name)))).toEqual([null, null, 1]);
  });

  test('is used up once, and repeated only by the same call', async () => {
    const { id } = await open({ purpose: 'profile-image', filetype: 'image/png' });
    const use = (as: string, context: object = {}) => service.call(contentRpc.useUpload, { id }, as, context);
    await expect(use(jonas)).rejects.toMatchObject({ code: 'not_found' });
    await use(maya, { idempotencyKey: 'picture-1' });
    await use(maya, { idempotencyKey: 'picture-1' });
    await expect(use(maya, { idempotencyKey: 'picture-2' })).rejects.toMatchObject({ code: 'conflict' });
    await expect(use(maya)).rejects.toMatchObject({ code: 'conflict' });
    await expect(service.call(contentRpc.closeUpload, { id }, maya)).rejects.toMatchObject({ code: 'conflict' });
  });

  test('is gone when it is closed, and its bytes with the next sweep', async () => {
    const upload = await uploaded();
    await service.call(contentRpc.closeUpload, { id: upload.id }, maya);
    expect((await service.call(contentRpc.upload, { id: upload.id }, maya)).upload).toBeNull();
    await expect(publish(upload.id)).rejects.toMatchObject({ code: 'not_found' });
    await sweep();
    expect(await store.draftSize(upload.key)).toBe(0);
    expect(await rows('select 1 from uploads where id = $1', [upload.id])).toEqual([]);
  });

  test('is swept with its bytes when it expires unused', async () => {
    const [finished, unfinished, fresh] = [await uploaded(), await open(), await uploaded()];
    await store.finish(finished.key, tone.length);
    await store.append(unfinished.key, 0, Readable.from([tone.subarray(0, 10)]));
    await service.service.pool.query(`update uploads set expires_at = now() - interval '2 hours' where id = any($1)`, [
      [finished.id, unfinished.id],
    ]);
    await sweep();
    expect([
      await store.size(finished.key),
      await store.draftSize(unfinished.key),
      await store.draftSize(fresh.key),
    ]).toEqual([null, 0, tone.length]);
  });
});

describe('an episode', () => {
  test('is made from an upload, with the facts of its bytes', async () => {
    const podcast = await published();
    expect(podcast).toMatchObject({
      title: 'Night talk',
      authorId: maya,
      mediaType: 'audio',
      playCount: 0,
      isMine: true,
      isEdited: false,
    });
    expect(podcast.duration).toBeCloseTo(2, 2);
    expect(podcast.waveform).toHaveLength(64);
    expect(await read(podcast.id)).toEqual({ ...podcast, isMine: false });
    expect(await playable(podcast.mediaKey)).toEqual({ contentType: 'audio/wav', bytes: tone.length });
    expect((await service.call(contentRpc.locate, { id: podcast.id }, null)).location).toEqual({
      contentType: 'podcast',
      id: podcast.id,
      questionId: null,
    });
  });

  test('from a recorder without a length is kept with its length, in equal bytes', async () => {
    const bytes = fixture('recorded-by-chromium.mp4');
    const { mediaKey } = await publish(
      (await uploaded(bytes, { filetype: 'audio/mp4', filename: 'recording.mp4' })).id,
    );
    const kept = await buffer(await store.read(mediaKey));
    const behind = bytes.indexOf('moof');
    expect([kept.includes('mehd'), kept.length, kept.subarray(behind).equals(bytes.subarray(behind))]).toEqual([
      true,
      bytes.length,
      true,
    ]);
  });

  test('takes an upload once, and the same key answers the same', async () => {
    const upload = await uploaded();
    const context = { idempotencyKey: 'publish once' };
    const first = await publish(upload.id, maya, {}, context);
    expect(await publish(upload.id, maya, {}, context)).toEqual(first);
    await expect(publish(upload.id)).rejects.toMatchObject({ code: 'conflict' });
    await expect(publish(upload.id, maya, { title: 'Another' }, context)).rejects.toMatchObject({ code: 'key_reused' });
  });

  test('is answered to its author’s repeats also after its removal', async () => {
    const { id: uploadId } = await uploaded();
    const [key, editsKey, removalsKey] = [randomUUID(), randomUUID(), randomUUID()];
    const first = await publish(uploadId, maya, {}, { idempotencyKey: key });
    const rename = async () =>
      (
        await service.call(contentRpc.editPodcast, { id: first.id, title: 'Day talk' }, maya, {
          idempotencyKey: editsKey,
        })
      ).podcast;
    const removeAs = (isAmbassador: boolean) =>
      service.call(contentRpc.removePodcast, { id: first.id, isAmbassador }, maya, { idempotencyKey: removalsKey });
    const playOnce = () => service.call(contentRpc.playPodcast, { id: first.id }, jonas, { idempotencyKey: key });
    const [renamed, played] = [await rename(), await playOnce()];
    await removeAs(true);
    await removeAs(false);
    await service.service.pool.query('delete from uploads');
    const again = await publish(uploadId, maya, {}, { idempotencyKey: key });
    expect(again).toMatchObject({ id: first.id, mediaKey: first.mediaKey, isMine: true });
    expect([await rename(), await playOnce()]).toEqual([{ ...renamed, playCount: 1 }, played]);
  });

  test('is made by only one of two concurrent calls', async () => {
    const upload = await uploaded();
    const outcomes = await Promise.allSettled([publish(upload.id), publish(upload.id)]);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  });

  test.each([
    ['not_found', 'an unknown upload', async () => randomUUID()],
    ['not_found', 'somebody else’s upload', async () => (await uploaded(tone, {}, jonas)).id],
    ['conflict', 'an unfinished upload', async () => (await open()).id],
    [
      'invalid_input',
      'a picture',
      async () => (await uploaded(tone, { purpose: 'profile-image', filetype: 'image/png' })).id,
    ],
    [
      'unsupported_media',
      'other bytes than declared',
      async () => (await uploaded(Buffer.from('<html>'.repeat(99)), { filetype: 'audio/mpeg' })).id,
    ],
  ])('is refused as %s of %s', async (code, _, uploadId) => {
    await expect(publish(await uploadId())).rejects.toMatchObject({ code });
  });

  test('has at most the bytes that its published type allows', async () => {
    const { id } = await open({ filetype: 'video/mp4', bytes: 101 * 1024 * 1024 });
    await expect(publish(id)).rejects.toMatchObject({ code: 'too_large', message: expect.stringContaining('100 MB') });
    await expect(publish(id, maya, { mediaType: 'video' })).rejects.toMatchObject({ code: 'conflict' });
  });

  test('of an unknown type is known by its file extension', async () => {
    const upload = await uploaded(tone, { filetype: 'application/octet-stream', filename: 'tone.WAV' });
    expect((await publish(upload.id)).duration).toBeCloseTo(2, 2);
  });

  test('is edited by its author only, which erases the earlier words', async () => {
    const podcast = await published();
    await expect(edit(podcast.id, jonas, { title: 'Mine now' })).rejects.toMatchObject({ code: 'forbidden' });
    await expect(edit(randomUUID(), maya, { title: 'Nothing' })).rejects.toMatchObject({ code: 'not_found' });
    const { podcast: unchanged } = await edit(podcast.id, maya, {});
    expect(unchanged.isEdited).toBe(false);
    const secret = `words that go ${randomUUID()}`;
    await edit(podcast.id, maya, { description: secret });
    const { podcast: edited } = await edit(podcast.id, maya, { title: 'Day talk', description: null });
    expect(edited).toEqual({ ...podcast, title: 'Day talk', isEdited: true });
    expect(await rows('select 1 from texts where words = $1', [secret])).toEqual([]);
  });

  test('counts a person’s plays once in 24 hours', async () => {
    const { id } = await published();
    const play = async (as: string, now: string) =>
      (await service.call(contentRpc.playPodcast, { id }, as, { now })).playCount;
    await Promise.all([1, 2, 3].map(() => play(jonas, '2026-11-20T10:00:00.000Z')));
    expect(await play(jonas, '2026-11-21T09:59:59.999Z')).toBe(1);
    expect(await play(jonas, '2026-11-21T10:00:00.000Z')).toBe(2);
    expect(await play(jonas, '2026-11-21T10:00:00.001Z')).toBe(2);
    expect(await play(maya, '2026-11-21T10:00:00.001Z')).toBe(3);
    await expect(service.call(contentRpc.playPodcast, { id: randomUUID() }, jonas)).rejects.toMatchObject({
      code: 'not_found',
    });
  });

  test('needs an account for every act', async () => {
    const { id } = await published();
    for (const act of [
      service.call(contentRpc.publishPodcast, { ...words, uploadId: randomUUID() }, null),
      service.call(contentRpc.editPodcast, { id, title: 'x' }, null),
      service.call(contentRpc.removePodcast, { id, isAmbassador: false }, null),
      service.call(contentRpc.playPodcast, { id }, null),
      service.call(contentRpc.openUpload, { id, purpose: 'podcast', filename: 'x', filetype: 'x', bytes: 1 }, null),
    ]) {
      await expect(act).rejects.toMatchObject({ code: 'unauthenticated' });
    }
  });
});

describe('a removed episode', () => {
  test('is removed once, by its author or an ambassador only', async () => {
    const [own, other] = [await published(), await published()];
    await expect(remove(own.id, jonas)).rejects.toMatchObject({ code: 'forbidden' });
    await remove(own.id, maya);
    await remove(other.id, jonas, true);
    await expect(remove(own.id, maya)).rejects.toMatchObject({ code: 'not_found' });
    const causes = await rows(
      `select data ->> 'cause' as cause from events where type = 'ContentRemoved' and data ->> 'contentId' = any($1)`,
      [[own.id, other.id]],
    );
    expect(causes.map(({ cause }) => cause).sort()).toEqual(['ambassador', 'author']);
  });

  test('is gone at once from every read', async () => {
    const { id, mediaKey } = await published();
    await remove(id, maya);
    await expect(read(id, maya)).rejects.toMatchObject({ code: 'not_found' });
    expect(await playable(mediaKey)).toBeNull();
    expect((await service.call(contentRpc.podcastViews, { ids: [id] }, maya)).podcasts).toEqual([]);
    expect((await service.call(contentRpc.locate, { id }, maya)).location).toBeNull();
    expect(
      (await service.call(contentRpc.boostTargets, { items: [{ contentType: 'podcast', contentId: id }] }, null))
        .targets,
    ).toEqual([]);
    await expect(edit(id, maya, { title: 'x' })).rejects.toMatchObject({ code: 'not_found' });
    await expect(service.call(contentRpc.playPodcast, { id }, maya)).rejects.toMatchObject({ code: 'not_found' });
  });

  test('is restored by its own removal until words and bytes are erased', async () => {
    const podcast = await published();
    const removalId = randomUUID();
    const hide = (now?: string) =>
      execute(hidePodcast, { podcastId: podcast.id, removalId, cause: 'wipe' as const }, now);
    const show = (of = removalId) => execute(showPodcast, { podcastId: podcast.id, removalId: of });
    await hide();
    await hide();
    await show(randomUUID());
    await expect(read(podcast.id)).rejects.toMatchObject({ code: 'not_found' });
    await sweep();
    await show();
    expect(await read(podcast.id, maya)).toEqual(podcast);

    await hide(new Date(Date.now() - 73 * 60 * 60_000).toISOString());
    await sweep();
    expect(await store.size(podcast.mediaKey)).toBeNull();
    expect(
      await rows(`select 1 from texts where id in (select title_text_id from podcasts where id = $1)`, [podcast.id]),
    ).toEqual([]);
    await show();
    await expect(read(podcast.id)).rejects.toMatchObject({ code: 'not_found' });
    expect(await playable(podcast.mediaKey)).toBeNull();
  });
});

const execute = <Input, Result>(
  definition: CommandDefinition<Input, Result>,
  input: Input,
  now?: string,
): Promise<Result> => {
  const context = { accountId: null, correlationId: null, deadline: Date.now() + 60_000 };
  return service.service.pipeline.execute(definition, input, { ...context, ...(now !== undefined && { now }) });
};
const sweep = () =>
  new MediaSweep({
    pool: service.service.pool,
    store,
    eraseAfterHours: 72,
  }).sweep();

import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { contentRpc, type Refusal } from '@hearsay/contracts';
import type { CommandDefinition } from '@hearsay/event-store';
import { beforeEach, describe, expect, test } from '@jest/globals';
import { ContentUnderTest, expectRefusal } from '../content.suite.js';
import { sweepMedia } from '../sounds/media-sweep.js';
import { fixture } from '../sounds/sample-files.suite.js';
import { waveTone } from '../sounds/sample-sounds.suite.js';
import { hidePodcast, showPodcast } from './podcast.decider.js';

const content = new ContentUnderTest();
const { openUpload, uploaded, publish, published, removeEpisode, store, maya, jonas } = content;
const tone = waveTone(2);
beforeEach(() => content.rows('delete from uploads'));

const upload = async (id: string, as = maya) => (await content.call(contentRpc.upload, { id }, as)).upload;
const close = (id: string, as = maya) => content.call(contentRpc.closeUpload, { id }, as);
const read = async (id: string, as: string | null = jonas) =>
  (await content.call(contentRpc.podcast, { id }, as)).podcast;
const playable = async (key: string) => (await content.call(contentRpc.media, { key }, jonas)).media;
const edit = async (id: string, as: string, over: object, context: object = {}) =>
  (await content.call(contentRpc.editPodcast, { id, ...over }, as, context)).podcast;
const play = (id: string, as: string, context: object = {}) =>
  content.call(contentRpc.playPodcast, { id }, as, context);
const sweep = () => sweepMedia({ pool: content.pool, store, eraseAfterHours: 72 });
const execute = <Input, Result>(definition: CommandDefinition<Input, Result>, input: Input, now?: string) => {
  const context = { accountId: null, correlationId: null, deadline: Date.now() + 60_000 };
  return content.service.service.pipeline.execute(definition, input, { ...context, ...(now !== undefined && { now }) });
};

describe('an upload', () => {
  test('an upload is visible only to its owner', async () => {
    const opened = await openUpload();
    expect(opened).toMatchObject({ filename: 'tone.wav', filetype: 'audio/wav', bytes: tone.length, isUsed: false });
    expect(opened.key).toMatch(/^e[\w-]{24}$/);
    expect(await upload(opened.id)).toEqual(opened);
    expect(await upload(opened.id, jonas)).toBeNull();
    await expectRefusal(close(opened.id, jonas), 'not_found');
    await expectRefusal(openUpload({ id: opened.id }, jonas), 'not_found');
    expect(await openUpload({ id: opened.id })).toEqual(opened);
  });

  test('an upload is refused if the person has twenty open ones', async () => {
    for (let index = 0; index < 20; index += 1) await openUpload();
    const refusal = (await openUpload().catch((error: unknown) => error)) as Refusal;
    expect(refusal.code).toBe('rate_limited');
    const { retryAfter = 0 } = refusal.details as { retryAfter?: number };
    expect([retryAfter > 23 * 3600, retryAfter <= 24 * 3600]).toEqual([true, true]);
    await openUpload({}, jonas);
  });

  test('an upload without bytes for an hour is closed to make room for a new one', async () => {
    const begun = await uploaded();
    const [empty, young] = [await openUpload(), await openUpload()];
    for (let index = 3; index < 20; index += 1) await uploaded();
    const older = `update uploads set created_at = now() - interval '61 minutes' where id = any($1)`;
    await content.rows(older, [begun.id, empty.id]);
    const next = await openUpload();
    const found = await Promise.all([begun, empty, young, next].map(({ id }) => upload(id)));
    expect(found.map((each) => each !== null)).toEqual([true, false, true, true]);
    await expectRefusal(openUpload(), 'rate_limited');
  });

  test('removing a picture deletes both of its sizes, and can be repeated', async () => {
    const [key, other] = [`p${'k'.repeat(24)}`, `p${'o'.repeat(24)}`];
    const names = [key, `${key}.small`, other];
    for (const name of names) await store.write(name, new Uint8Array([1]));
    for (let turn = 0; turn < 2; turn += 1) await content.call(contentRpc.removePicture, { key }, null);
    expect(await Promise.all(names.map((name) => store.size(name)))).toEqual([null, null, 1]);
  });

  test('an upload can be used once, but a repeat of the same call gets the same result', async () => {
    const { id } = await openUpload({ purpose: 'profile-image', filetype: 'image/png' });
    const use = (as: string, context: object = {}) => content.call(contentRpc.useUpload, { id }, as, context);
    await expectRefusal(use(jonas), 'not_found');
    for (let turn = 0; turn < 2; turn += 1) await use(maya, { idempotencyKey: 'picture-1' });
    await expectRefusal(use(maya, { idempotencyKey: 'picture-2' }), 'conflict');
    await expectRefusal(use(maya), 'conflict');
    await expectRefusal(close(id), 'conflict');
  });

  test('an upload is not found after it is closed, and a sweep deletes its bytes', async () => {
    const { id, key } = await uploaded();
    await close(id);
    expect(await upload(id)).toBeNull();
    await expectRefusal(publish(id), 'not_found');
    await sweep();
    expect([await store.draftSize(key), await content.rows('select 1 from uploads where id = $1', id)]).toEqual([
      0,
      [],
    ]);
  });

  test('an expired unused upload is deleted with its bytes', async () => {
    const [finished, unfinished, fresh] = [await uploaded(), await openUpload(), await uploaded()];
    await store.finish(finished.key, tone.length);
    await store.append(unfinished.key, 0, Readable.from([tone.subarray(0, 10)]));
    const expire = `update uploads set expires_at = now() - interval '2 hours' where id = any($1)`;
    await content.rows(expire, [finished.id, unfinished.id]);
    await sweep();
    const drafts = [await store.draftSize(unfinished.key), await store.draftSize(fresh.key)];
    expect([await store.size(finished.key), ...drafts]).toEqual([null, 0, tone.length]);
  });
});

describe('an episode', () => {
  test('the bytes of an upload determine type, length and loudness of the episode', async () => {
    const podcast = await published();
    const facts = { title: 'Night talk', authorId: maya, mediaType: 'audio', playCount: 0 };
    expect(podcast).toMatchObject({ ...facts, isMine: true, isEdited: false });
    expect(podcast.duration).toBeCloseTo(2, 2);
    expect(podcast.waveform).toHaveLength(64);
    expect(await read(podcast.id)).toEqual({ ...podcast, isMine: false });
    expect(await playable(podcast.mediaKey)).toEqual({ contentType: 'audio/wav', bytes: tone.length });
    const { location } = await content.call(contentRpc.locate, { id: podcast.id }, null);
    expect(location).toEqual({ contentType: 'podcast', id: podcast.id, questionId: null });
  });

  test('a missing length is written into the header, and the file keeps its size', async () => {
    const bytes = fixture('recorded-by-chromium.mp4');
    const { id } = await uploaded(bytes, { filetype: 'audio/mp4', filename: 'recording.mp4' });
    const kept = await buffer(await store.read((await publish(id)).mediaKey));
    const behind = bytes.indexOf('moof');
    expect([kept.includes('mehd'), kept.length]).toEqual([true, bytes.length]);
    expect(kept.subarray(behind).equals(bytes.subarray(behind))).toBe(true);
  });

  test('an upload makes one episode, which a repeat with the same key returns again', async () => {
    const { id } = await uploaded();
    const context = { idempotencyKey: 'publish once' };
    const first = await publish(id, maya, {}, context);
    expect(await publish(id, maya, {}, context)).toEqual(first);
    await expectRefusal(publish(id), 'conflict');
    await expectRefusal(publish(id, maya, { title: 'Another' }, context), 'key_reused');
  });

  test('a repeated publication returns the episode to its author, even after a removal', async () => {
    const { id: uploadId } = await uploaded();
    const [key, editsKey, removalsKey] = [1, 2, 3].map(() => ({ idempotencyKey: randomUUID() }));
    const first = await publish(uploadId, maya, {}, key);
    const rename = () => edit(first.id, maya, { title: 'Day talk' }, editsKey);
    const playOnce = () => play(first.id, jonas, key);
    const [renamed, played] = [await rename(), await playOnce()];
    for (const isAmbassador of [true, false]) await removeEpisode(first.id, maya, isAmbassador, removalsKey);
    await content.rows('delete from uploads');
    const again = await publish(uploadId, maya, {}, key);
    expect(again).toMatchObject({ id: first.id, mediaKey: first.mediaKey, isMine: true });
    expect([await rename(), await playOnce()]).toEqual([{ ...renamed, playCount: 1 }, played]);
  });

  test('only one of two concurrent calls with one upload publishes an episode', async () => {
    const { id } = await uploaded();
    const outcomes = await Promise.allSettled([publish(id), publish(id)]);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  });

  test.each<[string, string, () => Promise<string>]>([
    ['not_found', 'an unknown upload', async () => randomUUID()],
    ['not_found', 'somebody else’s upload', async () => (await uploaded(tone, {}, jonas)).id],
    ['conflict', 'an unfinished upload', async () => (await openUpload()).id],
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
    await expectRefusal(publish(await uploadId()), code);
  });

  test('an episode is refused if it is larger than the limit of the chosen media type', async () => {
    const { id } = await openUpload({ filetype: 'video/mp4', bytes: 101 * 1024 * 1024 });
    await expect(publish(id)).rejects.toMatchObject({ code: 'too_large', message: expect.stringContaining('100 MB') });
    await expectRefusal(publish(id, maya, { mediaType: 'video' }), 'conflict');
  });

  test('an upload of unknown type is recognized by its file extension', async () => {
    const { id } = await uploaded(tone, { filetype: 'application/octet-stream', filename: 'tone.WAV' });
    expect((await publish(id)).duration).toBeCloseTo(2, 2);
  });

  test('only its author can edit an episode, and an edit erases the earlier words', async () => {
    const podcast = await published();
    await expectRefusal(edit(podcast.id, jonas, { title: 'Mine now' }), 'forbidden');
    await expectRefusal(edit(randomUUID(), maya, { title: 'Nothing' }), 'not_found');
    expect((await edit(podcast.id, maya, {})).isEdited).toBe(false);
    const secret = `words that go ${randomUUID()}`;
    await edit(podcast.id, maya, { description: secret });
    const edited = await edit(podcast.id, maya, { title: 'Day talk', description: null });
    expect(edited).toEqual({ ...podcast, title: 'Day talk', isEdited: true });
    expect(await content.rows('select 1 from texts where words = $1', secret)).toEqual([]);
  });

  test('an episode counts at most one play of each person in 24 hours', async () => {
    const { id } = await published();
    const playAt = async (as: string, now: string) => (await play(id, as, { now })).playCount;
    await Promise.all([1, 2, 3].map(() => playAt(jonas, '2026-11-20T10:00:00.000Z')));
    expect(await playAt(jonas, '2026-11-21T09:59:59.999Z')).toBe(1);
    expect(await playAt(jonas, '2026-11-21T10:00:00.000Z')).toBe(2);
    expect(await playAt(jonas, '2026-11-21T10:00:00.001Z')).toBe(2);
    expect(await playAt(maya, '2026-11-21T10:00:00.001Z')).toBe(3);
    await expectRefusal(play(randomUUID(), jonas), 'not_found');
  });
});

describe('a removed episode', () => {
  test('only its author or an ambassador can remove an episode, and only once', async () => {
    const [own, other] = [await published(), await published()];
    await expectRefusal(removeEpisode(own.id, jonas), 'forbidden');
    await removeEpisode(own.id, maya);
    await removeEpisode(other.id, jonas, true);
    await expectRefusal(removeEpisode(own.id, maya), 'not_found');
    const causes = await content.rows(
      `select data ->> 'cause' as cause from events where type = 'ContentRemoved' and data ->> 'contentId' = any($1)`,
      [own.id, other.id],
    );
    expect(causes.map(({ cause }) => cause).sort()).toEqual(['ambassador', 'author']);
  });

  test('a removed episode disappears at once from every read', async () => {
    const { id, mediaKey } = await published();
    await removeEpisode(id, maya);
    await expectRefusal(read(id, maya), 'not_found');
    expect(await playable(mediaKey)).toBeNull();
    expect((await content.call(contentRpc.podcastViews, { ids: [id] }, maya)).podcasts).toEqual([]);
    expect((await content.call(contentRpc.locate, { id }, maya)).location).toBeNull();
    const items = [{ contentType: 'podcast' as const, contentId: id }];
    expect((await content.call(contentRpc.contentTargets, { items }, null)).targets).toEqual([]);
    await expectRefusal(edit(id, maya, { title: 'x' }), 'not_found');
    await expectRefusal(play(id, maya), 'not_found');
  });

  test('a removed episode can be restored until its words and bytes are erased', async () => {
    const podcast = await published();
    const { id: podcastId, mediaKey } = podcast;
    const removalId = randomUUID();
    const hide = (now?: string) => execute(hidePodcast, { podcastId, removalId, cause: 'wipe' as const }, now);
    const show = (of = removalId) => execute(showPodcast, { podcastId, removalId: of });
    await hide();
    await hide();
    await show(randomUUID());
    await expectRefusal(read(podcastId), 'not_found');
    await sweep();
    await show();
    expect(await read(podcastId, maya)).toEqual(podcast);

    await hide(new Date(Date.now() - 73 * 60 * 60_000).toISOString());
    await sweep();
    expect(await store.size(mediaKey)).toBeNull();
    const words = 'select 1 from texts where id in (select title_text_id from podcasts where id = $1)';
    expect(await content.rows(words, podcastId)).toEqual([]);
    await show();
    await expectRefusal(read(podcastId), 'not_found');
    expect(await playable(mediaKey)).toBeNull();
  });
});

import { randomUUID } from 'node:crypto';
import { text } from 'node:stream/consumers';
import { contentRpc, formatTranscript } from '@hearsay/contracts';
import { expect, test } from '@jest/globals';
import { ContentUnderTest, expectRefusal } from '../content.suite.js';
import { sweepMedia } from '../sounds/media-sweep.js';

const content = new ContentUnderTest();
const { openUpload, published, removeEpisode, store, maya, jonas } = content;

const sweep = () => sweepMedia({ pool: content.pool, store, eraseAfterHours: 72 });
const vtt = (words: string) => formatTranscript([{ from: 0, to: 1, words }]);
const written = async (words: string, as = maya, bytes = Buffer.from(vtt(words))) => {
  const upload = await openUpload({ filename: 'data', filetype: 'text/vtt', bytes: bytes.length }, as);
  await store.write(upload.key, bytes);
  return upload;
};
const set = (id: string, uploadId: string, as = maya, context: object = {}) =>
  content.call(contentRpc.setPodcastTranscript, { id, uploadId }, as, context);
const remove = (id: string, as = maya) => content.call(contentRpc.removePodcastTranscript, { id }, as);
const keyOf = async (id: string) => (await content.call(contentRpc.podcastTranscript, { id }, jonas)).key;
const wordsOf = async (id: string) => text(await store.read((await keyOf(id)) ?? ''));
const hasParts = async (key: string) =>
  (await content.rows('select from transcript_parts where transcript_key = $1', key)).length > 0;
const hasOne = async (id: string) => (await content.call(contentRpc.podcast, { id }, jonas)).podcast.hasTranscript;

test('only the author can replace a transcript, and the old bytes are then deleted', async () => {
  const episode = await published();
  expect([await keyOf(episode.id), await hasOne(episode.id)]).toEqual([null, false]);
  const first = await written('First');
  await expectRefusal(set(episode.id, (await written('Foreign', jonas)).id, jonas), 'forbidden');
  await expectRefusal(set(episode.id, (await written('Foreign', jonas)).id), 'not_found');
  for (let turn = 0; turn < 2; turn += 1) await set(episode.id, first.id, maya, { idempotencyKey: 'transcript-1' });
  expect([await wordsOf(episode.id), await hasOne(episode.id)]).toEqual([vtt('First'), true]);
  await expectRefusal(set(episode.id, first.id), 'conflict');
  const foreignBytes = await written('', maya, Buffer.from('Not a transcript'));
  await expectRefusal(set(episode.id, foreignBytes.id), 'invalid_input');
  const second = await written('Second');
  await set(episode.id, second.id);
  await sweep();
  expect([await wordsOf(episode.id), await store.size(first.key)]).toEqual([vtt('Second'), null]);
  await expectRefusal(remove(episode.id, jonas), 'forbidden');
  for (let turn = 0; turn < 2; turn += 1) await remove(episode.id);
  await sweep();
  expect([await keyOf(episode.id), await store.size(second.key)]).toEqual([null, null]);
});

test('a transcript is hidden and erased with its episode, but not with its upload', async () => {
  const author = randomUUID();
  const episode = await published(author);
  const { id, key } = await written('Heard', author);
  await set(episode.id, id, author);
  await content.rows(`update uploads set expires_at = now() - interval '2 hours' where id = $1`, id);
  await sweep();
  expect(await wordsOf(episode.id)).toBe(vtt('Heard'));
  const wipe = randomUUID();
  await content.hide(author, wipe);
  await expectRefusal(keyOf(episode.id), 'not_found');
  await content.finished(wipe);
  await content.show(wipe);
  await content.finished(wipe);
  expect(await wordsOf(episode.id)).toBe(vtt('Heard'));
  await removeEpisode(episode.id, author);
  await expectRefusal(keyOf(episode.id), 'not_found');
  await sweep();
  expect([await store.size(key), await hasParts(key)]).toEqual([vtt('Heard').length, true]);
  await content.rows(`update podcasts set removed_at = now() - interval '73 hours' where id = $1`, episode.id);
  await sweep();
  expect([await store.size(key), await hasParts(key)]).toEqual([null, false]);
});

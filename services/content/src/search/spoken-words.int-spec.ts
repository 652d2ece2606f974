import { randomUUID } from 'node:crypto';
import { type Cue, contentRpc, formatTranscript } from '@hearsay/contracts';
import { tableRows } from '@hearsay/testing';
import { expect, it } from '@jest/globals';
import { ContentUnderTest, idsOf } from '../content.suite.js';
import { searchProjector } from './search.projector.js';
import { randomWord, searchOf } from './search.suite.js';

const content = new ContentUnderTest();
const { hide, show, finished, maya, jonas } = content;
const { page, settled } = searchOf(content);

const stored = async () => JSON.stringify(await content.rows('select document::text from searchable_parts'));
const transcribe = async (id: string, cues: readonly Cue[], as = maya) => {
  const bytes = Buffer.from(formatTranscript(cues));
  const upload = await content.openUpload({ filename: 'data', filetype: 'text/vtt', bytes: bytes.length }, as);
  await content.store.write(upload.key, bytes);
  await content.call(contentRpc.setPodcastTranscript, { id, uploadId: upload.id }, as);
};
const cue = (from: number, words: string): Cue => ({ from, to: from + 1, words });

it('only signed-in people find words of a transcript, until it is removed', async () => {
  const [first, second, third] = [randomWord(), randomWord(), randomWord()];
  const nora = randomUUID();
  const { id } = await content.published(nora, { title: 'Night talk' });
  const heard = async (word: string) => {
    expect(await page(word)).toEqual({ results: [], next: null });
    return idsOf((await page(word, { kind: 'podcast' }, jonas)).results);
  };
  const heardAll = async () => Promise.all([first, second, third].map(heard));
  await transcribe(id, [cue(0, `Then ${first}`), cue(2, second)], nora);
  await settled();
  expect(await heardAll()).toEqual([[id], [id], []]);
  expect((await page(first, { kind: 'question' }, jonas)).results).toEqual([]);
  expect((await page(first, { mutes: { people: [nora], questions: [] } }, jonas)).results).toEqual([]);
  await transcribe(id, [cue(0, third)], nora);
  expect((await heardAll()).slice(0, 2)).toEqual([[], []]);
  await settled();
  expect(await heardAll()).toEqual([[], [], [id]]);
  expect(await stored()).not.toMatch(new RegExp(`${first}|${second}`));
  const removal = randomUUID();
  await hide(nora, removal);
  expect(await heard(third)).toEqual([]);
  await finished(removal);
  await settled();
  expect(await stored()).not.toContain(third);
  await show(removal);
  await finished(removal);
  await settled();
  expect(await heard(third)).toEqual([id]);
  await content.call(contentRpc.removePodcastTranscript, { id }, nora);
  expect(await heard(third)).toEqual([]);
  await settled();
  expect(await stored()).not.toContain(third);
  await transcribe(id, [cue(0, first)], nora);
  await settled();
  expect(await heard(first)).toEqual([id]);
  await content.removeEpisode(id, nora);
  expect(await heard(first)).toEqual([]);
  await settled();
  expect(await stored()).not.toContain(first);
});

it('a spoken result has the second of its excerpt, a match in the title has none', async () => {
  const [spoken, both] = [randomWord(), randomWord()];
  const { id } = await content.published(maya, { title: `Night ${both}` });
  const minutes = Array.from({ length: 300 }, (_, index) =>
    cue(index * 10, `Nothing is said here, as so often ${index}`),
  );
  minutes[200] = cue(2000.5, `Here it is ${spoken}`);
  minutes[201] = cue(2010, both);
  await transcribe(id, [...minutes.slice(0, 299), cue(3000, `${spoken} again`)]);
  await settled();
  const { results } = await page(spoken, {}, jonas);
  expect(results).toMatchObject([{ kind: 'podcast', id, questionId: null, title: `Night ${both}`, authorId: maya }]);
  const [{ excerpt, matches, at } = { excerpt: '', matches: [] }] = results;
  expect(excerpt.length).toBeLessThanOrEqual(160);
  expect(matches.map(([start, length]) => excerpt.slice(start, start + length))).toEqual([spoken]);
  expect(at).toBe(2000.5);
  const [own] = (await page(both, {}, jonas)).results;
  expect(own).toMatchObject({ id, excerpt: `Night ${both}` });
  expect(own).not.toHaveProperty('at');
});

it('earlier episodes are found even if a later one repeats the word very often', async () => {
  const word = randomWord();
  const [earlier, later] = [await content.published(), await content.published()];
  await transcribe(earlier.id, [cue(0, `Once ${word}`)]);
  await transcribe(
    later.id,
    Array.from({ length: 120 }, (_, index) => cue(index, `${word} ${'and '.repeat(200)}`)),
  );
  await settled();
  expect(idsOf((await page(word, { kind: 'podcast' }, jonas)).results).sort()).toEqual(idsOf([earlier, later]).sort());
});

it('a rebuild makes the same index of transcripts', async () => {
  const before = await tableRows(content.pool, ['searchable_parts']);
  expect(before.searchable_parts).not.toEqual([]);
  await content.service.rebuild(searchProjector);
  expect(await tableRows(content.pool, ['searchable_parts'])).toEqual(before);
});

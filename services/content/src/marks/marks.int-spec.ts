import { randomUUID } from 'node:crypto';
import { AccountErased, type ContentType, contentRpc, exportsRpc } from '@hearsay/contracts';
import { eventually, readAllPages, sourceFact } from '@hearsay/testing';
import { describe, expect, it } from '@jest/globals';
import { ContentUnderTest, expectRefusal, idsOf } from '../content.suite.js';
import { boostFactBy } from '../feeds/engagement-facts.suite.js';

const content = new ContentUnderTest('engagement', 'identity');
const { ask, reply, remove, latch, hide, show, published, maya, jonas } = content;

const watch = (questionId: string, as: string | null, on = true, context = {}) =>
  content.call(contentRpc.setWatch, { questionId, on }, as, context);
const bookmark = (contentType: ContentType, contentId: string, as: string | null, on = true) =>
  content.call(contentRpc.setBookmark, { contentType, contentId, on }, as);
const watchersOf = async (questionId: string, after: string | null = null, limit = 500) =>
  (await content.call(contentRpc.questionWatchers, { questionId, after, limit }, null)).watcherIds;
const isWatching = async (questionId: string, as: string | null) =>
  (await content.call(contentRpc.ownOnPage, { questionId }, as)).isWatching;
const bookmarkPages = async (as: string) =>
  (await readAllPages(content.call, contentRpc.bookmarks, as)).map(({ items }) => idsOf(items));
const people = (count: number) => Array.from({ length: count }, () => randomUUID()).sort();

describe('a watch', () => {
  it('a watch can be set, repeated and ended, and only its person sees it', async () => {
    const { id } = await ask({ isAnonymous: true });
    const [one, other] = people(2) as [string, string];
    await Promise.all([watch(id, one), watch(id, one), watch(id, other), watch(id, maya)]);
    expect(await watchersOf(id)).toEqual([one, other, maya].sort());
    expect(await Promise.all([one, jonas, null].map((as) => isWatching(id, as)))).toEqual([true, false, false]);
    await watch(id, one, false);
    await watch(id, one, false);
    expect(await watchersOf(id)).toEqual([other, maya].sort());
    expect(await content.rows(`select 1 from events where type like '%Watch%'`)).toEqual([]);
  });

  it('only public questions can be watched, but a watch can end after a removal', async () => {
    const pending = await ask({ targetId: jonas });
    const gone = await ask();
    const stranger = randomUUID();
    // A watch by asker or target would reveal an anonymous asker.
    for (const each of [maya, jonas, stranger]) await expectRefusal(watch(pending.id, each), 'not_found');
    await expectRefusal(watch(gone.id, null), 'unauthenticated');
    await watch(gone.id, stranger);
    await remove('question', gone.id, maya);
    await expectRefusal(watch(gone.id, jonas), 'not_found');
    await watch(gone.id, stranger, false);
    expect(await watchersOf(gone.id)).toEqual([]);
  });

  it('a repeated key gets the first result, even if the question is gone', async () => {
    const { id } = await ask();
    const key = { idempotencyKey: randomUUID() };
    await watch(id, jonas, true, key);
    await remove('question', id, maya);
    expect(await watch(id, jonas, true, key)).toEqual({});
  });

  it('watchers are returned in parts, without deleted accounts', async () => {
    const { id } = await ask();
    const watchers = people(5);
    for (const each of watchers) await watch(id, each);
    expect(await watchersOf(id, null, 2)).toEqual(watchers.slice(0, 2));
    expect(await watchersOf(id, watchers[1], 2)).toEqual(watchers.slice(2, 4));
    const removalId = randomUUID();
    await hide(watchers[2]!, removalId, 'account');
    expect(await watchersOf(id)).toEqual(watchers.filter((_, index) => index !== 2));
    await show(removalId);
    expect(await watchersOf(id)).toEqual(watchers);
  });

  it('the audience of an opening lists a watcher once, even if they also boosted', async () => {
    const { id } = await ask({ replyBoostThreshold: 2 });
    const [watcher, both, opener] = people(3) as [string, string, string];
    const target = { contentType: 'question', contentId: id, questionId: id } as const;
    for (const each of [watcher, both, opener]) await watch(id, each);
    const facts = [boostFactBy(both, target), boostFactBy(opener, target)];
    await content.engagement.publish(...facts);
    await content.settled();
    await latch(id, 2);
    const { boostId, revision } = facts[1]!.data as { boostId: string; revision: number };
    const opening = { questionId: id, boostId, boostPeak: 2, revision };
    const part = async (after: string | null, limit: number) =>
      (await content.call(contentRpc.openingBoosters, { ...opening, after, limit }, null)).people;
    const all = [watcher, both, opener].map((accountId) => ({ accountId, hasBoosted: accountId !== watcher }));
    expect(await part(null, 200)).toEqual(all);
    expect(await part(null, 2)).toEqual(all.slice(0, 2));
    expect(await part(both, 2)).toEqual(all.slice(2));
  });
});

describe('bookmarks', () => {
  it('bookmarks are listed in pages, newest first, and leave out non-public content', async () => {
    const person = randomUUID();
    const questions = [];
    for (let number = 0; number < 23; number += 1) questions.push(await ask());
    for (const { id } of questions) await bookmark('question', id, person);
    const newest = idsOf(questions).reverse();
    expect(await bookmarkPages(person)).toEqual([newest.slice(0, 20), newest.slice(20)]);
    await remove('question', newest[0]!, maya);
    await bookmark('question', newest[1]!, person, false);
    // A repeated bookmark keeps its place.
    await bookmark('question', newest[22]!, person);
    expect((await bookmarkPages(person)).flat()).toEqual(newest.slice(2));
    expect(await bookmarkPages(randomUUID())).toEqual([[]]);
  });

  it('bookmarks can be of questions, replies and episodes that everyone sees', async () => {
    const person = randomUUID();
    const question = await ask();
    const answer = await reply(question.id);
    const episode = await published();
    await bookmark('question', question.id, person);
    await bookmark('discussion', answer.id, person);
    await bookmark('podcast', episode.id, person);
    const { items } = await content.call(contentRpc.bookmarks, { after: null }, person);
    expect(items).toMatchObject([
      { kind: 'podcast', id: episode.id, questionId: null },
      { kind: 'answer', id: answer.id, questionId: question.id },
      { kind: 'question', id: question.id, questionId: question.id },
    ]);
    const pending = await ask({ targetId: jonas });
    for (const [type, id] of [
      ['question', pending.id],
      ['question', answer.id],
      ['discussion', question.id],
      ['podcast', question.id],
    ] as const)
      await expectRefusal(bookmark(type, id, person), 'not_found');
    await expectRefusal(bookmark('question', pending.id, jonas), 'not_found');
    await expectRefusal(bookmark('question', question.id, null), 'unauthenticated');
  });
});

it('private marks are in the export, and are deleted with the account', async () => {
  const person = randomUUID();
  const { id } = await ask();
  await watch(id, person);
  await bookmark('question', id, person);
  const exported = async () => {
    const watches = (await readAllPages(content.call, exportsRpc.exportedWatches, person)).flatMap(
      (page) => page.watches,
    );
    const pages = await readAllPages(content.call, exportsRpc.exportedBookmarks, person);
    return { watches, bookmarks: pages.flatMap((page) => page.bookmarks) };
  };
  const at = expect.any(String);
  expect(await exported()).toEqual({
    watches: [{ questionId: id, watchedAt: at }],
    bookmarks: [{ contentType: 'question', contentId: id, questionId: id, bookmarkedAt: at }],
  });
  const removalId = randomUUID();
  await hide(person, removalId, 'account');
  await content.identity.publish(
    sourceFact(AccountErased, { accountId: person, removalId, revision: 2 }, { at: new Date().toISOString() }),
  );
  await eventually(
    'the marks are gone',
    async () => JSON.stringify(await exported()) === '{"watches":[],"bookmarks":[]}',
  );
});

import { contentRpc } from '@hearsay/contracts';
import { eventually } from '@hearsay/testing';
import { describe, expect, it } from '@jest/globals';
import { ContentUnderTest, idsOf, refused } from '../content.suite.js';

const content = new ContentUnderTest();
const { ask, reply, page, entries, remove, maya, jonas } = content;
const viewers = [null, maya, jonas];
const ownOnPage = (questionId: string, viewer: string | null) =>
  content.call(contentRpc.ownOnPage, { questionId }, viewer);
const locate = async (id: string, viewer: string | null = null) =>
  (await content.call(contentRpc.locate, { id }, viewer)).location;

describe('a removed reply', () => {
  it('is gone from every read, and leaves a tombstone in its room', async () => {
    const question = await ask();
    const [gone, kept] = [await reply(question.id, 'gone'), await reply(question.id, 'kept')];
    await remove('discussion', gone.id, jonas);

    for (const viewer of viewers) {
      const seen = await page(question.id, viewer);
      expect(idsOf(seen.replies)).toEqual([kept.id]);
      expect(seen.question).toMatchObject({ replyCount: 1, lastNumber: 3 });
      await refused(content.call(contentRpc.reply, { id: gone.id }, viewer), 'not_found');
      const before = { questionId: question.id, before: 9, limit: 9 };
      const older = await content.call(contentRpc.repliesBefore, before, viewer);
      expect(idsOf(older.replies)).toEqual([kept.id]);
      const room = await entries(question.id, viewer);
      expect(room).toEqual([
        { number: 1, entry: 'removed', replyId: gone.id },
        expect.objectContaining({ number: 2, entry: 'reply' }),
        { number: 3, entry: 'removed', replyId: gone.id },
      ]);
      expect(JSON.stringify([seen, older, room])).not.toContain('"gone"');
    }
    expect(await locate(gone.id)).toEqual({ contentType: 'discussion', id: gone.id, questionId: question.id });
    const items = [gone, kept].map(({ id }) => ({ contentType: 'discussion' as const, contentId: id }));
    const { targets } = await content.call(contentRpc.boostTargets, { items }, null);
    expect(targets.map(({ contentId }) => contentId)).toEqual([kept.id]);
    await refused(reply(question.id, 'child', maya, { parentReplyId: gone.id }), 'invalid_input');
    expect(idsOf((await ownOnPage(question.id, jonas)).replies)).toEqual([kept.id]);
  });

  it('is pushed to its room, as is the end of the question', async () => {
    const question = await ask();
    const { id } = await reply(question.id, 'gone');
    const pushed = await content.watch(question.id);
    await remove('discussion', id, jonas);
    await remove('question', question.id, maya);
    await eventually('both pushed', () => pushed.length === 2);
    const entry = { number: 2, entry: 'removed', replyId: id };
    expect(pushed[0]).toEqual({ questionId: question.id, replyCount: 0, entries: [entry] });
    expect(pushed[1]).toMatchObject({ isGone: true });
  });
});

describe('a removed question', () => {
  it('is gone from every read with all its replies', async () => {
    const { id: questionId } = await ask({ title: 'Gone?' });
    const { id } = await reply(questionId, 'under it');
    await remove('question', questionId, maya);
    for (const viewer of viewers) {
      await refused(page(questionId, viewer), 'not_found');
      await refused(content.call(contentRpc.reply, { id }, viewer), 'not_found');
      await refused(ownOnPage(questionId, viewer), 'not_found');
      await refused(entries(questionId, viewer), 'not_found');
      expect(await content.isListed(questionId, viewer)).toBe(false);
      expect((await content.call(contentRpc.titles, { questionIds: [questionId] }, viewer)).titles).toEqual([]);
      expect([await locate(questionId, viewer), await locate(id, viewer)]).toEqual([null, null]);
    }
    expect((await content.call(contentRpc.ownQuestions, { ids: [questionId] }, maya)).questions).toEqual([]);
    expect((await content.call(contentRpc.roomHeads, { questionIds: [questionId] }, null)).rooms).toEqual([]);
    await refused(reply(questionId, 'too late'), 'not_found');
    const items = [
      { contentType: 'question' as const, contentId: questionId },
      { contentType: 'discussion' as const, contentId: id },
    ];
    expect((await content.call(contentRpc.boostTargets, { items }, null)).targets).toEqual([]);
    for (const sort of ['recent', 'boosted'] as const)
      expect(idsOf((await content.feed({ sort, limit: 50 })).items)).not.toContain(questionId);
  });
});

import { randomUUID } from 'node:crypto';
import { contentRpc } from '@hearsay/contracts';
import { eventually } from '@hearsay/testing';
import { describe, expect, it } from '@jest/globals';
import { ContentUnderTest, expectRefusal, idsOf } from '../content.suite.js';

const content = new ContentUnderTest();
const { ask, reply, page, entries, remove, maya, jonas } = content;
const viewers = [null, maya, jonas];
const ownOnPage = (questionId: string, viewer: string | null) =>
  content.call(contentRpc.ownOnPage, { questionId }, viewer);
const locate = async (id: string, viewer: string | null = null) =>
  (await content.call(contentRpc.locate, { id }, viewer)).location;

describe('a removed reply', () => {
  it('a removed reply disappears from every read, and leaves a tombstone in its room', async () => {
    const question = await ask();
    const [gone, kept] = [await reply(question.id, 'gone'), await reply(question.id, 'kept')];
    await remove('discussion', gone.id, jonas);

    for (const viewer of viewers) {
      const seen = await page(question.id, viewer);
      expect(idsOf(seen.replies)).toEqual([kept.id]);
      expect(seen.question).toMatchObject({ replyCount: 1, lastNumber: 3 });
      await expectRefusal(content.call(contentRpc.reply, { id: gone.id }, viewer), 'not_found');
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
    const { targets } = await content.call(contentRpc.contentTargets, { items }, null);
    expect(targets.map(({ contentId }) => contentId)).toEqual([kept.id]);
    await expectRefusal(reply(question.id, 'child', maya, { parentReplyId: gone.id }), 'invalid_input');
    expect(idsOf((await ownOnPage(question.id, jonas)).replies)).toEqual([kept.id]);
  });

  it('the removals of a reply and of its question are pushed to the room', async () => {
    const question = await ask();
    const { id } = await reply(question.id, 'gone');
    const pushed = await content.recordRoomMessages(question.id);
    await remove('discussion', id, jonas);
    await remove('question', question.id, maya);
    await eventually('both pushed', () => pushed.length === 2);
    const entry = { number: 2, entry: 'removed', replyId: id };
    expect(pushed[0]).toEqual({ questionId: question.id, replyCount: 0, entries: [entry] });
    expect(pushed[1]).toMatchObject({ isGone: true });
  });
});

describe('a removed question', () => {
  it('a removed question disappears from every read with all its replies', async () => {
    const { id: questionId } = await ask({ title: 'Gone?' });
    const { id } = await reply(questionId, 'under it');
    await remove('question', questionId, maya);
    for (const viewer of viewers) {
      await expectRefusal(page(questionId, viewer), 'not_found');
      await expectRefusal(content.call(contentRpc.reply, { id }, viewer), 'not_found');
      await expectRefusal(ownOnPage(questionId, viewer), 'not_found');
      await expectRefusal(entries(questionId, viewer), 'not_found');
      expect(await content.isListed(questionId, viewer)).toBe(false);
      expect((await content.call(contentRpc.titles, { questionIds: [questionId] }, viewer)).titles).toEqual([]);
      expect([await locate(questionId, viewer), await locate(id, viewer)]).toEqual([null, null]);
    }
    expect((await content.call(contentRpc.ownQuestionWords, { ids: [questionId] }, maya)).questions).toEqual([]);
    expect((await content.call(contentRpc.roomHeads, { questionIds: [questionId] }, null)).rooms).toEqual([]);
    await expectRefusal(reply(questionId, 'too late'), 'not_found');
    const items = [
      { contentType: 'question' as const, contentId: questionId },
      { contentType: 'discussion' as const, contentId: id },
    ];
    expect((await content.call(contentRpc.contentTargets, { items }, null)).targets).toEqual([]);
    for (const sort of ['recent', 'boosted'] as const)
      expect(idsOf((await content.feed({ sort, limit: 50 })).items)).not.toContain(questionId);
  });
});

const newKey = () => ({ idempotencyKey: randomUUID() });

describe('a repeat under the same key is answered like the first call', () => {
  it.each([
    ['named', false],
    ['anonymous', true],
  ])('a repeated %s reply gets the first result even if its question was removed since', async (_, isAnonymous) => {
    const { id } = await ask();
    const key = newKey();
    const parent = await reply(id, 'what it answers');
    const post = (words = 'heard?') => reply(id, words, jonas, { isAnonymous, parentReplyId: parent.id }, key);
    const first = await post();
    await remove('question', id, maya);
    expect(await post()).toEqual(first);
    await expectRefusal(post('other words'), 'key_reused');
    await expectRefusal(reply(id, 'heard?'), 'not_found');
  });

  it('a repeated reply gets its first result even if it or its parent was removed', async () => {
    const { id } = await ask();
    const [key, answersKey] = [newKey(), newKey()];
    const post = () => reply(id, 'heard?', jonas, {}, key);
    const first = await post();
    const answer = () => reply(id, 'I have', maya, { parentReplyId: first.id }, answersKey);
    const answered = await answer();
    await remove('discussion', first.id, jonas);
    expect([await post(), await answer()]).toEqual([first, answered]);
  });

  it('a repeated ask gets its first result even if the ask was removed', async () => {
    const targetId = randomUUID();
    for (const asker of [maya, null]) {
      const key = newKey();
      const askAgain = () => ask({ isAnonymous: true, description: 'As I said', targetId }, asker, key);
      content.closed.delete(targetId);
      const first = await askAgain();
      content.closed.add(targetId);
      await expectRefusal(ask({ isAnonymous: true, targetId }, asker, newKey()), 'not_accepting');
      expect(await askAgain()).toEqual(first);
      await remove('question', first.id, randomUUID(), true);
      expect(await askAgain()).toEqual(first);
    }
  });

  it('a repeated edit gets its first result even after a boost or a removal', async () => {
    const { id } = await ask();
    const key = newKey();
    const change = { questionId: id, title: 'Would you rather?' };
    const edit = () => content.call(contentRpc.editQuestion, change, maya, key);
    const first = await edit();
    content.boosts.set(id, 1);
    expect(await edit()).toEqual(first);
    await remove('question', id, maya);
    expect(await edit()).toEqual(first);
  });

  it('a repeated removal gets its first result even if the remover’s role has changed', async () => {
    const { id } = await ask();
    const rude = await reply(id, 'rude');
    for (const [contentType, contentId] of [['discussion', rude.id] as const, ['question', id] as const]) {
      const key = newKey();
      await remove(contentType, contentId, maya, true, key);
      await remove(contentType, contentId, maya, false, key);
    }
  });
});

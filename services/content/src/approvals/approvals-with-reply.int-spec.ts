import { randomUUID } from 'node:crypto';
import { contentRpc } from '@hearsay/contracts';
import { eventually } from '@hearsay/testing';
import { describe, expect, it } from '@jest/globals';
import { ContentUnderTest, expectRefusal } from '../content.suite.js';
import { approvalCallsBy } from './approvals.suite.js';

const content = new ContentUnderTest();
const { ask, page, latch, maya, jonas } = content;
const tara = randomUUID();
const toTara = { targetId: tara };
const { approve, answer, isSeen } = approvalCallsBy(tara, content);
const pinnedReply = async (questionId: string, viewer: string | null = null) =>
  (await page(questionId, viewer)).pinnedReply;
const open = { content: 'my answer', isRevealed: true };

describe('an approval with a reply', () => {
  it('an approval pins the reply, which stays locked until its own threshold', async () => {
    const { id } = await ask({ ...toTara, isAnonymous: true });
    const pushed = await content.recordRoomMessages(id);
    const { reply } = await answer(id, 3);
    const own = { content: 'my answer', isPinned: true, isMine: true };
    expect(reply).toMatchObject({ ...own, boostThreshold: 3, isRevealed: false, number: 1 });
    for (const viewer of [null, maya, jonas]) {
      const read = await page(id, viewer);
      expect(read.question).toMatchObject({ pinnedReplyId: reply.id, replyCount: 1, lastNumber: 3, isApproved: true });
      expect(read.pinnedReply).toMatchObject({ id: reply.id, content: null, isRevealed: false, authorId: tara });
      expect(JSON.stringify(read)).not.toContain('my answer');
    }
    expect(await pinnedReply(id, tara)).toMatchObject({ content: 'my answer', isMine: true });
    const ownPage = await content.call(contentRpc.ownOnPage, { questionId: id }, tara);
    expect(ownPage.pinnedReply).toEqual({ id: reply.id, words: 'my answer' });
    await eventually('it is pushed', () => pushed.length === 1);
    const entries = await content.entries(id);
    expect(pushed[0]?.entries).toEqual(entries);
    expect(entries.map(({ entry }) => entry)).toEqual(['reply', 'pinned', 'approved']);
    const items = [{ contentType: 'question' as const, contentId: id }];
    expect((await content.call(contentRpc.contentTargets, { items }, null)).targets[0]?.thresholds).toEqual([3]);

    await latch(id, 2);
    expect((await pinnedReply(id))?.content).toBeNull();
    await latch(id, 3);
    expect(await pinnedReply(id)).toMatchObject(open);
    const unlocked = { isRevealed: true, boostThreshold: 0, isPinned: false };
    expect(await content.reply(id, 'open from the start')).toMatchObject(unlocked);
  });

  it('a repeated approval gets the first result, but without the same key a conflict', async () => {
    const { id } = await ask(toTara);
    const key = { idempotencyKey: randomUUID() };
    const [one, two] = await Promise.all([answer(id, 1, tara, key), answer(id, 1, tara, key)]);
    expect(two.reply.id).toBe(one.reply.id);
    await expectRefusal(answer(id), 'conflict');
    expect((await approve(id)).question.pinnedReplyId).toBe(one.reply.id);
  });

  it('a repeated approval without a key latches the reveal that a killed call missed', async () => {
    const { id } = await ask(toTara);
    expect((await answer(id, 1)).reply).toMatchObject({ isRevealed: false });
    content.peaks.set(id, 1);
    await expectRefusal(answer(id, 1), 'conflict');
    expect(await pinnedReply(id)).toMatchObject(open);
  });

  it.each([
    ['opens the reply if the question has enough boosts', 2, undefined, open],
    // Only a boost that raises the peak can latch a reveal. The next boost would not raise this peak.
    ['opens the reply if undone boosts had reached its threshold', 0, 2, open],
    ['leaves the reply locked if the question has fewer boosts', 1, undefined, { content: null, isRevealed: false }],
  ])('%s', async (_, boosts, peak, expected) => {
    const { id } = await ask(toTara);
    content.boosts.set(id, boosts);
    if (peak !== undefined) content.peaks.set(id, peak);
    await answer(id, 2);
    expect(await pinnedReply(id)).toMatchObject(expected);
  });

  it('a question loses its pinned reply when the reply is removed', async () => {
    const { id } = await ask(toTara);
    const { reply } = await answer(id);
    await content.remove('discussion', reply.id, tara);
    expect(await page(id)).toMatchObject({ pinnedReply: null, question: { pinnedReplyId: null } });
  });

  it('the target can delete the approved question', async () => {
    const { id } = await ask({ targetId: tara, isAnonymous: true });
    const remove = () => content.remove('question', id, tara);
    await expectRefusal(remove(), 'forbidden');
    await answer(id);
    await remove();
    expect(await isSeen(id, maya)).toBe(false);
  });
});

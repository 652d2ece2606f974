import { randomUUID } from 'node:crypto';
import { contentRpc, type LiveRoom, liveSubjects } from '@hearsay/contracts';
import { subscribeLive } from '@hearsay/messaging';
import { eventually, type TestService } from '@hearsay/testing';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { Conversation, contentSettings } from '../content.suite.js';
import { ContentNeighbours } from '../content-neighbours.suite.js';
import { approvalsBy } from './approvals.suite.js';

const neighbours = new ContentNeighbours(contentSettings());
const [maya, tara, amy] = [randomUUID(), randomUUID(), randomUUID()];
let service: TestService;
let talk: Conversation;
beforeAll(() => {
  ({ service } = neighbours);
  talk = new Conversation(service, maya, amy);
});

const toTara = { targetId: tara };
const { approve, answer, isSeen } = approvalsBy(tara, () => talk);

describe('an approval with a reply', () => {
  it('pins the answer, locked until its own threshold is reached', async () => {
    const question = await talk.ask({ ...toTara, isAnonymous: true });
    const pushed: LiveRoom[] = [];
    const subscription = subscribeLive<LiveRoom>(
      service.connection,
      `${service.prefix}${liveSubjects.room(question.id)}`,
      (live) => pushed.push(live),
    );
    await service.connection.flush();
    const { reply } = await answer(question.id, 3);
    expect(reply).toMatchObject({
      content: 'my answer',
      isPinned: true,
      isMine: true,
      boostThreshold: 3,
      isRevealed: false,
      number: 1,
    });
    for (const viewer of [null, maya, amy]) {
      const page = await talk.page(question.id, viewer);
      expect(page.question).toMatchObject({ pinnedReplyId: reply.id, replyCount: 1, lastNumber: 3, isApproved: true });
      expect(page.pinnedReply).toMatchObject({ id: reply.id, content: null, isRevealed: false, authorId: tara });
      expect(JSON.stringify(page)).not.toContain('my answer');
    }
    expect((await talk.page(question.id, tara)).pinnedReply).toMatchObject({ content: 'my answer', isMine: true });
    expect((await service.call(contentRpc.ownOnPage, { questionId: question.id }, tara)).pinnedReply).toEqual({
      id: reply.id,
      words: 'my answer',
    });
    await eventually('it is pushed', () => pushed.length === 1);
    subscription.unsubscribe();
    const { entries } = await service.call(contentRpc.roomEntries, { questionId: question.id, after: 0 }, null);
    expect(pushed[0]?.entries).toEqual(entries);
    expect(entries.map(({ entry }) => entry)).toEqual(['reply', 'pinned', 'approved']);
    const items = [{ contentType: 'question' as const, contentId: question.id }];
    expect((await service.call(contentRpc.boostTargets, { items }, null)).targets[0]?.thresholds).toEqual([3]);

    await talk.latch(question.id, 2);
    expect((await talk.page(question.id, null)).pinnedReply?.content).toBeNull();
    await talk.latch(question.id, 3);
    expect((await talk.page(question.id, null)).pinnedReply).toMatchObject({ content: 'my answer', isRevealed: true });
    expect(await talk.reply(question.id, 'open from the start')).toMatchObject({
      isRevealed: true,
      boostThreshold: 0,
      isPinned: false,
    });
  });

  it('happens once: its key repeats the reply, another call is a conflict', async () => {
    const { id } = await talk.ask(toTara);
    const idempotencyKey = randomUUID();
    const [one, two] = await Promise.all([
      answer(id, 1, tara, { idempotencyKey }),
      answer(id, 1, tara, { idempotencyKey }),
    ]);
    expect(two.reply.id).toBe(one.reply.id);
    await expect(answer(id)).rejects.toMatchObject({ code: 'conflict' });
    expect((await approve(id)).question.pinnedReplyId).toBe(one.reply.id);
  });

  it('opens reached texts when a call that died before is repeated without a key', async () => {
    const { id } = await talk.ask(toTara);
    expect((await answer(id, 1)).reply).toMatchObject({ isRevealed: false });
    neighbours.peaks.set(id, 1);
    await expect(answer(id, 1)).rejects.toMatchObject({ code: 'conflict' });
    expect((await talk.page(id, null)).pinnedReply).toMatchObject({ content: 'my answer', isRevealed: true });
  });

  it('loses the pin with the reply', async () => {
    const { id } = await talk.ask(toTara);
    const { reply } = await answer(id);
    await service.call(
      contentRpc.removeContent,
      { contentType: 'discussion', contentId: reply.id, isAmbassador: false },
      tara,
    );
    const page = await talk.page(id, null);
    expect(page).toMatchObject({ pinnedReply: null, question: { pinnedReplyId: null } });
  });

  it('lets the target delete the question', async () => {
    const { id } = await talk.ask(toTara);
    const remove = () =>
      service.call(contentRpc.removeContent, { contentType: 'question', contentId: id, isAmbassador: false }, tara);
    await expect(remove()).rejects.toMatchObject({ code: 'forbidden' });
    await answer(id);
    await remove();
    expect(await isSeen(id, maya)).toBe(false);
  });
});

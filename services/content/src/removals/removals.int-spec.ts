import { randomUUID } from 'node:crypto';
import { contentRpc, type LiveRoom, liveSubjects } from '@hearsay/contracts';
import { subscribeLive } from '@hearsay/messaging';
import { eventually, startTestService } from '@hearsay/testing';
import { aService } from '@hearsay/testing/a-service';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { content } from '../content.definition.js';
import { Conversation, contentSettings } from '../content.suite.js';

let talk: Conversation;
const settings = contentSettings();
const [maya, jonas, amy] = [randomUUID(), randomUUID(), randomUUID()];

const service = aService(() => startTestService(content, settings));
beforeAll(() => {
  talk = new Conversation(service, maya, jonas);
});

const remove = (
  contentType: 'question' | 'discussion',
  contentId: string,
  as: string | null,
  isAmbassador = false,
  context: object = {},
) => service.call(contentRpc.removeContent, { contentType, contentId, isAmbassador }, as, context);
const notFound = { code: 'not_found' };

describe('a removed reply', () => {
  it('is gone from every read, and leaves a tombstone in its room', async () => {
    const question = await talk.ask();
    const [gone, kept] = [await talk.reply(question.id, 'gone'), await talk.reply(question.id, 'kept')];
    await remove('discussion', gone.id, jonas);

    for (const viewer of [null, maya, jonas]) {
      const page = await talk.page(question.id, viewer);
      expect(page.replies.map(({ id }) => id)).toEqual([kept.id]);
      expect(page.question).toMatchObject({ replyCount: 1, lastNumber: 3 });
      await expect(service.call(contentRpc.reply, { id: gone.id }, viewer)).rejects.toMatchObject(notFound);
      const older = await service.call(
        contentRpc.repliesBefore,
        { questionId: question.id, before: 9, limit: 9 },
        viewer,
      );
      expect(older.replies.map(({ id }) => id)).toEqual([kept.id]);
      const { entries } = await service.call(contentRpc.roomEntries, { questionId: question.id, after: 0 }, viewer);
      expect(entries).toEqual([
        { number: 1, entry: 'removed', replyId: gone.id },
        expect.objectContaining({ number: 2, entry: 'reply' }),
        { number: 3, entry: 'removed', replyId: gone.id },
      ]);
      expect(JSON.stringify([page, older, entries])).not.toContain('"gone"');
    }
    expect(await service.call(contentRpc.locate, { id: gone.id }, null)).toEqual({
      location: { contentType: 'discussion', id: gone.id, questionId: question.id },
    });
    const items = [gone, kept].map(({ id }) => ({ contentType: 'discussion' as const, contentId: id }));
    const { targets } = await service.call(contentRpc.boostTargets, { items }, null);
    expect(targets.map(({ contentId }) => contentId)).toEqual([kept.id]);
    await expect(talk.reply(question.id, 'child', maya, { parentReplyId: gone.id })).rejects.toMatchObject({
      code: 'invalid_input',
    });
    expect(
      (await service.call(contentRpc.ownOnPage, { questionId: question.id }, jonas)).replies.map(({ id }) => id),
    ).toEqual([kept.id]);
  });

  it('is not found by a second call, while the same key repeats the first answer', async () => {
    const question = await talk.ask();
    const { id } = await talk.reply(question.id, 'gone');
    const idempotencyKey = randomUUID();
    const both = await Promise.allSettled([
      remove('discussion', id, jonas, false, { idempotencyKey }),
      remove('discussion', id, jonas, false, { idempotencyKey }),
    ]);
    expect(both.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled']);
    await expect(remove('discussion', id, jonas)).rejects.toMatchObject(notFound);
    expect((await talk.page(question.id, null)).question).toMatchObject({ replyCount: 0, lastNumber: 2 });
  });

  it('may be removed only by its author and ambassadors', async () => {
    const question = await talk.ask();
    const ids = [
      await talk.reply(question.id, 'one'),
      await talk.reply(question.id, 'two', jonas, { isAnonymous: true }),
    ].map(({ id }) => id);
    for (const id of ids) {
      await expect(remove('discussion', id, amy)).rejects.toMatchObject({ code: 'forbidden' });
      await expect(remove('discussion', id, maya)).rejects.toMatchObject({ code: 'forbidden' });
      await expect(remove('discussion', id, null)).rejects.toMatchObject({ code: 'unauthenticated' });
    }
    await remove('discussion', ids[0]!, amy, true);
    await remove('discussion', ids[1]!, jonas);
    await expect(remove('discussion', randomUUID(), amy, true)).rejects.toMatchObject(notFound);
  });

  it('is pushed to its room', async () => {
    const question = await talk.ask();
    const { id } = await talk.reply(question.id, 'gone');
    const pushed: LiveRoom[] = [];
    const subscription = subscribeLive<LiveRoom>(
      service.connection,
      `${service.prefix}${liveSubjects.room(question.id)}`,
      (live) => pushed.push(live),
    );
    await service.connection.flush();
    await remove('discussion', id, jonas);
    await remove('question', question.id, maya);
    await eventually('both pushed', () => pushed.length === 2);
    subscription.unsubscribe();
    expect(pushed[0]).toEqual({
      questionId: question.id,
      replyCount: 0,
      entries: [{ number: 2, entry: 'removed', replyId: id }],
    });
    expect(pushed[1]).toMatchObject({ isGone: true });
  });
});

describe('a removed question', () => {
  it('is gone from every read with all its replies', async () => {
    const question = await talk.ask({ title: 'Gone?' });
    const { id } = await talk.reply(question.id, 'under it');
    await expect(remove('question', question.id, amy)).rejects.toMatchObject({ code: 'forbidden' });
    await remove('question', question.id, maya);
    for (const viewer of [null, maya, jonas]) {
      await expect(talk.page(question.id, viewer)).rejects.toMatchObject(notFound);
      await expect(service.call(contentRpc.reply, { id }, viewer)).rejects.toMatchObject(notFound);
      await expect(service.call(contentRpc.ownOnPage, { questionId: question.id }, viewer)).rejects.toMatchObject(
        notFound,
      );
      await expect(
        service.call(contentRpc.roomEntries, { questionId: question.id, after: 0 }, viewer),
      ).rejects.toMatchObject(notFound);
      const views = await service.call(contentRpc.questionViews, { ids: [question.id] }, viewer);
      expect(views.questions).toEqual([]);
      expect((await service.call(contentRpc.titles, { questionIds: [question.id] }, viewer)).titles).toEqual([]);
      for (const gone of [question.id, id]) {
        expect((await service.call(contentRpc.locate, { id: gone }, viewer)).location).toBeNull();
      }
    }
    expect((await service.call(contentRpc.ownQuestions, { ids: [question.id] }, maya)).questions).toEqual([]);
    expect((await service.call(contentRpc.roomHeads, { questionIds: [question.id] }, null)).rooms).toEqual([]);
    await expect(talk.reply(question.id, 'too late')).rejects.toMatchObject(notFound);
    const items = [
      { contentType: 'question' as const, contentId: question.id },
      { contentType: 'discussion' as const, contentId: id },
    ];
    expect((await service.call(contentRpc.boostTargets, { items }, null)).targets).toEqual([]);
    for (const sort of ['recent', 'boosted'] as const) {
      const feed = await service.call(contentRpc.feed, { sort, anchor: null, page: 1, limit: 50 }, null);
      expect(feed.items.map((item) => item.id)).not.toContain(question.id);
    }
  });
});

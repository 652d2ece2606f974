import { randomUUID } from 'node:crypto';
import { contentRpc, type QuestionView } from '@hearsay/contracts';
import { beforeEach, describe, expect, it } from '@jest/globals';
import type pg from 'pg';
import { ContentUnderTest, expectRefusal, idsOf } from '../content.suite.js';
import { ContentTargetQueries } from '../questions/content-target.queries.js';
import type { QuestionQueries } from '../questions/question.queries.js';
import { approvalCallsBy } from './approvals.suite.js';

const content = new ContentUnderTest();
const { ask, reply, page, entries } = content;
const tara = randomUUID();
const amy = content.jonas;
// Each test has a new asker, because of the daily limit of asks.
let maya: string;
beforeEach(() => {
  maya = randomUUID();
  content.maya = maya;
});

const toTara = { targetId: tara };
const { pendingOf, approve, ignore, ignoreAllOf, answer, isSeen } = approvalCallsBy(tara, content);
const seenByAll = (id: string) => Promise.all([maya, tara, amy, null].map((viewer) => isSeen(id, viewer)));
const inFeed = async (id: string) => idsOf((await content.feed({ limit: 50 })).items).includes(id);
const question = (contentId: string) => ({ contentType: 'question' as const, contentId });
const targetsOf = (...ids: string[]) => content.call(contentRpc.contentTargets, { items: ids.map(question) }, null);
const mayBoost = async (contentId: string, viewer: string) =>
  (await content.call(contentRpc.visibleTargets, { items: [question(contentId)] }, viewer)).targets[0]?.mayBoost;

describe('a question to one person', () => {
  it.each([
    ['by name', false],
    ['anonymously', true],
  ])('%s is seen only by its author and target until it is approved', async (_name, isAnonymous) => {
    const pending = await ask({ ...toTara, isAnonymous });
    const { id } = pending;
    const authorId = isAnonymous ? null : maya;
    expect(pending).toMatchObject({ targetId: tara, isApproved: false, isMine: true, authorId });
    expect(await seenByAll(id)).toEqual([true, true, false, false]);
    expect((await content.call(contentRpc.roomHeads, { questionIds: [id] }, tara)).rooms).toEqual([]);
    const { rooms } = await content.call(contentRpc.roomHeads, { questionIds: [id], withWaiting: true }, null);
    const head = { questionId: id, lastNumber: 0, replyCount: 0, isWaiting: true, withheldFrom: null };
    expect(rooms).toMatchObject([head]);
    const room = { questionId: id, after: 0 };
    await expectRefusal(content.call(contentRpc.roomEntries, room, null), 'not_found');
    expect((await content.call(contentRpc.roomEntries, { ...room, withWaiting: true }, null)).entries).toEqual([]);
    expect([await content.isListed(id, tara), await inFeed(id)]).toEqual([false, false]);
    expect((await targetsOf(id)).targets).toEqual([]);
    await expectRefusal(reply(id, 'not for me', amy), 'not_found');
    expect(idsOf(await pendingOf(tara))).toContain(id);
    expect(await pendingOf(amy)).toEqual([]);

    expect((await approve(id)).question).toMatchObject({ isApproved: true, lastNumber: 1 });
    expect((await approve(id)).question.lastNumber).toBe(1);
    expect(await seenByAll(id)).toEqual([true, true, true, true]);
    expect(await inFeed(id)).toBe(true);
    expect(idsOf(await pendingOf(tara))).not.toContain(id);
    expect(await entries(id)).toEqual([{ number: 1, entry: 'approved' }]);
  });

  it('others see replies to a pending question only after its approval', async () => {
    const { id } = await ask(toTara);
    await reply(id, 'Before I answer: which one?', tara);
    const second = await reply(id, 'The second', maya);
    const words = (await page(id, tara)).replies.map((each) => each.content);
    expect(words).toEqual(['Before I answer: which one?', 'The second']);
    for (const viewer of [amy, null])
      await expectRefusal(content.call(contentRpc.reply, { id: second.id }, viewer), 'not_found');
    expect((await content.call(contentRpc.replyViews, { ids: [second.id] }, null)).replies).toEqual([]);
    await approve(id);
    expect((await page(id)).replies.map(({ number }) => number)).toEqual([1, 2]);
  });

  it('asker and target can boost a pending question and its replies', async () => {
    const { id } = await ask({ ...toTara, replyBoostThreshold: 2 });
    const { id: replyId } = await reply(id, 'Which one?', tara);
    const items = [question(id), { contentType: 'discussion' as const, contentId: replyId }];
    const seenBy = async (viewer: string | null) =>
      (await content.call(contentRpc.visibleTargets, { items }, viewer)).targets.map((target) => [
        target.contentId,
        target.thresholds,
        target.mayBoost,
      ]);
    const open = await content.call(contentRpc.contentTargets, { items }, null);
    expect([open.targets, open.waiting]).toEqual([[], items]);
    const both = [
      [id, [2], true],
      [replyId, [], true],
    ];
    expect([await seenBy(maya), await seenBy(tara), await seenBy(amy)]).toEqual([both, both, []]);
    await expectRefusal(seenBy(null), 'unauthenticated');
    await approve(id);
    expect(await seenBy(amy)).toEqual(both);
    expect((await content.call(contentRpc.contentTargets, { items }, null)).targets).toHaveLength(2);
  });

  it('`content-targets` lists a question once, even during its approval', async () => {
    const { id } = await ask(toTara);
    const thenApproved = {
      query: async (query: pg.QueryConfig) => {
        const found = await content.pool.query(query);
        await approve(id);
        return found;
      },
    };
    const queries = new ContentTargetQueries(thenApproved as pg.Pool, {} as QuestionQueries);
    const { targets, waiting } = await queries.contentTargets([question(id)]);
    expect([targets, waiting]).toEqual([[], [question(id)]]);
  });

  it('an anonymous asker cannot reply or boost by name before the approval', async () => {
    const { id } = await ask({ ...toTara, isAnonymous: true });
    await expectRefusal(reply(id, 'It is me', maya), 'forbidden');
    await reply(id, 'It is nobody', maya, { isAnonymous: true });
    expect([await mayBoost(id, maya), await mayBoost(id, tara)]).toEqual([false, true]);
    await approve(id);
    await reply(id, 'I have something to say', maya);
    expect(await mayBoost(id, maya)).toBe(true);
  });

  it('a question appears in the feed at its approval', async () => {
    const targeted = await ask(toTara, maya, { now: new Date(Date.now() - 3_600_000).toISOString() });
    const between = await ask();
    await approve(targeted.id);
    const ids = idsOf((await content.feed({ limit: 50 })).items);
    expect(ids.indexOf(targeted.id)).toBeLessThan(ids.indexOf(between.id));
  });

  it('an ignored question looks pending to its author', async () => {
    const { id } = await ask(toTara);
    const before = (await page(id, maya)).question;
    await ignore(id);
    await ignore(id);
    expect((await page(id, maya)).question).toEqual(before);
    expect(idsOf(await pendingOf(tara))).not.toContain(id);
    expect(await isSeen(id, amy)).toBe(false);
    await approve(id);
    await expectRefusal(ignore(id), 'conflict');
  });

  it('one call ignores all signed questions of an asker, who still sees them pending', async () => {
    const targetId = randomUUID();
    const longAgo = { now: '2026-01-02T03:04:05.678Z' };
    const asked = await Promise.all(Array.from({ length: 505 }, () => ask({ targetId }, maya, longAgo)));
    const others = [await ask({ targetId, isAnonymous: true }), await ask({ targetId }, amy)];
    const before = (await page(asked[0]!.id, maya)).question;
    await expectRefusal(ignoreAllOf(maya, null), 'unauthenticated');
    for (const [as, ignored] of [[amy, 0] as const, [targetId, 505] as const, [targetId, 0] as const])
      expect(await ignoreAllOf(maya, as)).toEqual({ ignored });
    expect(idsOf(await pendingOf(targetId))).toEqual(idsOf(others).toReversed());
    expect((await page(asked[0]!.id, maya)).question).toEqual(before);
  });

  it('each page of pending questions fits into one message, with the longest texts', async () => {
    const targetId = randomUUID();
    const [title, description] = [`x${'\u0001'.repeat(298)}x`, `x${'\u0001'.repeat(4998)}x`];
    const asked = new Set<string>();
    for (let index = 0; index < 50; index += 1) {
      const now = new Date(Date.parse('2026-03-01T00:00:00.000Z') + index).toISOString();
      asked.add((await ask({ targetId, title, description }, maya, { now })).id);
    }
    const seen = new Set<string>();
    for (let before: string | null = null; ; ) {
      const list: QuestionView[] = await pendingOf(targetId, before);
      if (list.length === 0) break;
      for (const { id } of list) seen.add(id);
      before = list.at(-1)!.createdAt;
    }
    expect(seen).toEqual(asked);
  });

  it('a target cannot be the asker, unknown, or a person who accepts no such question', async () => {
    const [closed] = content.closed;
    for (const isAnonymous of [false, true]) await expectRefusal(ask({ targetId: maya, isAnonymous }), 'invalid_input');
    await expectRefusal(ask({ targetId: content.unknown }), 'not_found');
    await expectRefusal(ask({ targetId: closed }), 'not_accepting');
    await expectRefusal(ask({ targetId: closed, isAnonymous: true }, null), 'not_accepting');
    await ask({ targetId: content.signedOnly });
    for (const asker of [maya, null])
      await expectRefusal(ask({ targetId: content.signedOnly, isAnonymous: true }, asker), 'not_accepting');
  });

  it('an operator can set the times of a question and its reply', async () => {
    const [now, later] = ['2026-01-02T03:04:05.678Z', '2026-01-03T03:04:05.678Z'];
    const asked = await ask({ targetId: amy }, maya, { now, idempotencyKey: 'an act of the seed' });
    expect(asked.createdAt).toBe(now);
    const { reply } = await answer(asked.id, 1, amy, { now: later, idempotencyKey: 'another act of the seed' });
    expect(reply.createdAt).toBe(later);
  });

  it('a question that a guest asks anonymously has no author', async () => {
    const asked = await ask({ ...toTara, isAnonymous: true, title: 'From a guest?' }, null);
    expect(asked).toMatchObject({ authorId: null, isMine: false, isApproved: false, isAnonymous: true });
    for (const over of [toTara, { isAnonymous: true }]) await expectRefusal(ask(over, null), 'unauthenticated');
    expect(await isSeen(asked.id, null)).toBe(false);
    expect((await pendingOf(tara))[0]).toMatchObject({ id: asked.id, title: 'From a guest?' });
    await answer(asked.id);
    expect(await isSeen(asked.id, null)).toBe(true);
  });
});

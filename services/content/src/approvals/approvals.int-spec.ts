import { randomUUID } from 'node:crypto';
import { contentRpc, type QuestionView } from '@hearsay/contracts';
import { type TestService } from '@hearsay/testing';
import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type pg from 'pg';
import { Conversation, contentSettings } from '../content.suite.js';
import { ContentNeighbours } from '../content-neighbours.suite.js';
import { BoostTargetQueries } from '../questions/boost-target.queries.js';
import type { QuestionQueries } from '../questions/question.queries.js';
import { approvalsBy } from './approvals.suite.js';

const settings = contentSettings();
const neighbours = new ContentNeighbours(settings);
const [tara, amy] = [randomUUID(), randomUUID()];
let service: TestService;
let maya: string;
let talk: Conversation;
beforeAll(() => {
  ({ service } = neighbours);
});
// A new asker per test, because of the daily limit of asks.
beforeEach(() => {
  maya = randomUUID();
  talk = new Conversation(service, maya, amy);
});

const toTara = { targetId: tara };
const { pendingOf, approve, ignore, ignoreAllOf, answer, isSeen } = approvalsBy(tara, () => talk);
const inFeed = async (id: string) =>
  (await service.call(contentRpc.feed, { sort: 'recent', anchor: null, page: 1, limit: 50 }, null)).items.some(
    (item) => item.id === id,
  );

describe('a question to one person', () => {
  it.each([
    ['by name', false],
    ['anonymously', true],
  ])('%s is seen only by its author and target until it is approved', async (_name, isAnonymous) => {
    const question = await talk.ask({ ...toTara, isAnonymous });
    expect(question).toMatchObject({
      targetId: tara,
      isApproved: false,
      isMine: true,
      authorId: isAnonymous ? null : maya,
    });
    expect(await Promise.all([maya, tara, amy, null].map((viewer) => isSeen(question.id, viewer)))).toEqual([
      true,
      true,
      false,
      false,
    ]);
    expect((await service.call(contentRpc.roomHeads, { questionIds: [question.id] }, tara)).rooms).toEqual([]);
    const { rooms } = await service.call(contentRpc.roomHeads, { questionIds: [question.id], withWaiting: true }, null);
    expect(rooms).toMatchObject([
      { questionId: question.id, lastNumber: 0, replyCount: 0, isWaiting: true, withheldFrom: null },
    ]);
    const room = { questionId: question.id, after: 0 };
    await expect(service.call(contentRpc.roomEntries, room, null)).rejects.toMatchObject({ code: 'not_found' });
    expect((await service.call(contentRpc.roomEntries, { ...room, withWaiting: true }, null)).entries).toEqual([]);
    expect((await service.call(contentRpc.questionViews, { ids: [question.id] }, tara)).questions).toEqual([]);
    const items = [{ contentType: 'question' as const, contentId: question.id }];
    expect((await service.call(contentRpc.boostTargets, { items }, null)).targets).toEqual([]);
    expect(await inFeed(question.id)).toBe(false);
    await expect(talk.reply(question.id, 'not for me', amy)).rejects.toMatchObject({ code: 'not_found' });
    expect((await pendingOf(tara)).map(({ id }) => id)).toContain(question.id);
    expect(await pendingOf(amy)).toEqual([]);

    expect((await approve(question.id)).question).toMatchObject({ isApproved: true, lastNumber: 1 });
    expect((await approve(question.id)).question.lastNumber).toBe(1);
    expect(await Promise.all([maya, tara, amy, null].map((viewer) => isSeen(question.id, viewer)))).toEqual([
      true,
      true,
      true,
      true,
    ]);
    expect(await inFeed(question.id)).toBe(true);
    expect((await pendingOf(tara)).map(({ id }) => id)).not.toContain(question.id);
    expect((await service.call(contentRpc.roomEntries, { questionId: question.id, after: 0 }, null)).entries).toEqual([
      { number: 1, entry: 'approved' },
    ]);
  });

  it('takes replies from its two people, and from all readers after approval', async () => {
    const question = await talk.ask(toTara);
    await talk.reply(question.id, 'Before I answer: which one?', tara);
    const reply = await talk.reply(question.id, 'The second', maya);
    expect((await talk.page(question.id, tara)).replies.map(({ content: words }) => words)).toEqual([
      'Before I answer: which one?',
      'The second',
    ]);
    for (const viewer of [amy, null])
      await expect(service.call(contentRpc.reply, { id: reply.id }, viewer)).rejects.toMatchObject({
        code: 'not_found',
      });
    expect((await service.call(contentRpc.replyViews, { ids: [reply.id] }, null)).replies).toEqual([]);
    await approve(question.id);
    expect((await talk.page(question.id, null)).replies.map(({ number }) => number)).toEqual([1, 2]);
  });

  it('takes boosts from its two people, as do its replies', async () => {
    const question = await talk.ask({ ...toTara, replyBoostThreshold: 2 });
    const reply = await talk.reply(question.id, 'Which one?', tara);
    const items = [
      { contentType: 'question' as const, contentId: question.id },
      { contentType: 'discussion' as const, contentId: reply.id },
    ];
    const seenBy = async (viewer: string) =>
      (await service.call(contentRpc.seenTargets, { items }, viewer)).targets.map(
        ({ contentId, thresholds, mayBoost }) => [contentId, thresholds, mayBoost],
      );
    const open = await service.call(contentRpc.boostTargets, { items }, null);
    expect([open.targets, open.waiting]).toEqual([[], items]);
    const both = [
      [question.id, [2], true],
      [reply.id, [], true],
    ];
    expect([await seenBy(maya), await seenBy(tara), await seenBy(amy)]).toEqual([both, both, []]);
    await expect(service.call(contentRpc.seenTargets, { items }, null)).rejects.toMatchObject({
      code: 'unauthenticated',
    });
    await approve(question.id);
    expect(await seenBy(amy)).toEqual(both);
    expect((await service.call(contentRpc.boostTargets, { items }, null)).targets).toHaveLength(2);
  });

  it('can be boosted while it is looked up, also during its approval', async () => {
    const question = await talk.ask(toTara);
    const item = { contentType: 'question' as const, contentId: question.id };
    const { pool } = service.service;
    const thenApproved = {
      query: async (query: pg.QueryConfig) => {
        const answer = await pool.query(query);
        await approve(question.id);
        return answer;
      },
    };
    const { targets, waiting } = await new BoostTargetQueries(
      thenApproved as pg.Pool,
      {} as QuestionQueries,
    ).boostTargets([item]);
    expect([targets, waiting]).toEqual([[], [item]]);
  });

  it('keeps an anonymous author from acting by name until others can act', async () => {
    const question = await talk.ask({ ...toTara, isAnonymous: true });
    const items = [{ contentType: 'question' as const, contentId: question.id }];
    const mayBoost = async (viewer: string) =>
      (await service.call(contentRpc.seenTargets, { items }, viewer)).targets[0]?.mayBoost;
    await expect(talk.reply(question.id, 'It is me', maya)).rejects.toMatchObject({ code: 'forbidden' });
    await talk.reply(question.id, 'It is nobody', maya, { isAnonymous: true });
    expect([await mayBoost(maya), await mayBoost(tara)]).toEqual([false, true]);
    await approve(question.id);
    await talk.reply(question.id, 'I have something to say', maya);
    expect(await mayBoost(maya)).toBe(true);
  });

  it('opens at its approval if it has enough boosts', async () => {
    const question = await talk.ask(toTara);
    neighbours.boosts.set(question.id, 2);
    const { reply } = await answer(question.id, 2);
    expect((await talk.page(question.id, null)).pinnedReply).toMatchObject({
      id: reply.id,
      content: 'my answer',
      isRevealed: true,
    });
    // Undone boosts still count: no later boost would raise the peak over the threshold.
    const taken = await talk.ask(toTara);
    neighbours.boosts.set(taken.id, 0);
    neighbours.peaks.set(taken.id, 2);
    await answer(taken.id, 2);
    expect((await talk.page(taken.id, null)).pinnedReply).toMatchObject({ content: 'my answer', isRevealed: true });
    const locked = await talk.ask(toTara);
    neighbours.boosts.set(locked.id, 1);
    await answer(locked.id, 2);
    expect((await talk.page(locked.id, null)).pinnedReply).toMatchObject({ content: null, isRevealed: false });
  });

  it('appears in the feed at its approval', async () => {
    const old = new Date(Date.now() - 3_600_000).toISOString();
    const targeted = await talk.ask(toTara, maya, { now: old });
    const between = await talk.ask({}, maya);
    await approve(targeted.id);
    const { items } = await service.call(contentRpc.feed, { sort: 'recent', anchor: null, page: 1, limit: 50 }, null);
    const ids = items.map(({ id }) => id);
    expect(ids.indexOf(targeted.id)).toBeLessThan(ids.indexOf(between.id));
  });

  it('can be approved, answered and ignored only by its target', async () => {
    const { id } = await talk.ask(toTara);
    for (const act of [approve, ignore, (questionId: string, as: string | null) => answer(questionId, 1, as)]) {
      await expect(act(id, maya)).rejects.toMatchObject({ code: 'forbidden' });
      await expect(act(id, amy)).rejects.toMatchObject({ code: 'not_found' });
      await expect(act(id, null)).rejects.toMatchObject({ code: 'unauthenticated' });
      await expect(act(randomUUID(), tara)).rejects.toMatchObject({ code: 'not_found' });
    }
    const { id: open } = await talk.ask();
    await expect(approve(open, tara)).rejects.toMatchObject({ code: 'forbidden' });
    await expect(approve(open, maya)).rejects.toMatchObject({ code: 'forbidden' });
  });

  it('looks pending to its author after it was ignored', async () => {
    const { id } = await talk.ask(toTara);
    const before = (await talk.page(id, maya)).question;
    await ignore(id);
    await ignore(id);
    expect((await talk.page(id, maya)).question).toEqual(before);
    expect((await pendingOf(tara)).map((question) => question.id)).not.toContain(id);
    expect(await isSeen(id, amy)).toBe(false);
    await approve(id);
    await expect(ignore(id)).rejects.toMatchObject({ code: 'conflict' });
  });

  it('is ignored with all signed questions of its asker, which still look pending', async () => {
    const [target, asker] = [randomUUID(), randomUUID()];
    const longAgo = { now: '2026-01-02T03:04:05.678Z' };
    const asked = await Promise.all(Array.from({ length: 505 }, () => talk.ask({ targetId: target }, asker, longAgo)));
    const others = [
      await talk.ask({ targetId: target, isAnonymous: true }, asker),
      await talk.ask({ targetId: target }, amy),
    ];
    const before = (await talk.page(asked[0]!.id, asker)).question;
    await expect(ignoreAllOf(asker, {}, null)).rejects.toMatchObject({ code: 'unauthenticated' });
    expect(await ignoreAllOf(asker, {}, amy)).toEqual({ ignored: 0 });
    expect(await ignoreAllOf(asker, {}, target)).toEqual({ ignored: 505 });
    expect(await ignoreAllOf(asker, {}, target)).toEqual({ ignored: 0 });
    expect((await pendingOf(target)).map(({ id }) => id)).toEqual(others.map(({ id }) => id).toReversed());
    expect((await talk.page(asked[0]!.id, asker)).question).toEqual(before);
  });

  it('keeps its target’s list within one answer, also with the longest JSON text', async () => {
    const target = randomUUID();
    const [title, description] = [`x${'\u0001'.repeat(298)}x`, `x${'\u0001'.repeat(4998)}x`];
    const asked = new Set<string>();
    for (let index = 0; index < 50; index += 1) {
      const now = new Date(Date.parse('2026-03-01T00:00:00.000Z') + index).toISOString();
      asked.add((await talk.ask({ targetId: target, title, description }, maya, { now })).id);
    }
    const seen = new Set<string>();
    for (let before: string | null = null; ; ) {
      const page: QuestionView[] = await pendingOf(target, before);
      if (page.length === 0) break;
      for (const { id } of page) seen.add(id);
      before = page.at(-1)!.createdAt;
    }
    expect(seen).toEqual(asked);
  });

  it('is refused to its own author, to unknown people and where it is not wanted', async () => {
    await expect(talk.ask({ targetId: maya })).rejects.toMatchObject({ code: 'invalid_input' });
    await expect(talk.ask({ targetId: maya, isAnonymous: true })).rejects.toMatchObject({ code: 'invalid_input' });
    await expect(talk.ask({ targetId: neighbours.nobody })).rejects.toMatchObject({ code: 'not_found' });
    await expect(talk.ask({ targetId: neighbours.closed })).rejects.toMatchObject({ code: 'not_accepting' });
    await expect(talk.ask({ targetId: neighbours.closed, isAnonymous: true }, null)).rejects.toMatchObject({
      code: 'not_accepting',
    });
  });

  it('is refused anonymously if the target takes only signed questions', async () => {
    await talk.ask({ targetId: neighbours.signedOnly });
    for (const asker of [maya, null]) {
      const ask = talk.ask({ targetId: neighbours.signedOnly, isAnonymous: true }, asker);
      await expect(ask).rejects.toMatchObject({ code: 'not_accepting' });
    }
  });

  it('may be dated by an operator', async () => {
    const now = '2026-01-02T03:04:05.678Z';
    const ask = {
      targetId: amy,
      title: 'When was this?',
      description: null,
      isAnonymous: false,
      allowAnonymousAnswers: true,
      replyBoostThreshold: 0,
    };
    const { question } = await service.call(contentRpc.askQuestion, ask, maya, {
      now,
      idempotencyKey: 'an act of the seed',
    });
    expect(question.createdAt).toBe(now);
    const at = '2026-01-03T03:04:05.678Z';
    const decided = { questionId: question.id, content: 'In January', boostThreshold: 1 };
    const { reply } = await service.call(contentRpc.approveWithReply, decided, amy, {
      now: at,
      idempotencyKey: 'another act of the seed',
    });
    expect(reply.createdAt).toBe(at);
  });

  it('has no author if a guest asks anonymously', async () => {
    const question = await talk.ask({ ...toTara, isAnonymous: true, title: 'From a guest?' }, null);
    expect(question).toMatchObject({ authorId: null, isMine: false, isApproved: false, isAnonymous: true });
    await expect(talk.ask({ targetId: tara }, null)).rejects.toMatchObject({ code: 'unauthenticated' });
    await expect(talk.ask({ isAnonymous: true }, null)).rejects.toMatchObject({ code: 'unauthenticated' });
    expect(await isSeen(question.id, null)).toBe(false);
    expect((await pendingOf(tara))[0]).toMatchObject({ id: question.id, title: 'From a guest?' });
    await answer(question.id);
    expect(await isSeen(question.id, null)).toBe(true);
  });
});

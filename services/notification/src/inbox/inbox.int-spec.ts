import { randomUUID } from 'node:crypto';
import { type NotificationView, notificationRpc } from '@hearsay/contracts';
import {
  boostPairOf,
  boostToggleFact,
  eventually,
  levelFact,
  named,
  overlapLoads,
  type SourceFact,
} from '@hearsay/testing';
import { serviceForBlock } from '@hearsay/testing/service-for-block';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { notification } from '../notification.definition.js';
import { anonymousOwner, atSecond, replyPosted, revealedFact, startNotification } from '../notification.suite.js';
import { inboxAggregate } from './inbox.aggregates.js';

const test = serviceForBlock(() => startNotification());

const idOf = (reply: SourceFact) => (reply.data as { replyId: string }).replyId;

describe('replies, reveals and levels', () => {
  it('repeated events of a reply, a reveal or a level make one notification', async () => {
    const [asker, replier, questionId] = [randomUUID(), randomUUID(), randomUUID()];
    const reply = replyPosted(named(replier), named(asker), { at: atSecond(1) });
    const reveals = [1, 3].map((threshold) => revealedFact(named(asker), questionId, threshold));
    await test.content.publish(reply, reply, ...reveals);
    await test.gamification.publish(levelFact(asker, 1, 2, 1), levelFact(asker, 2, 1, 2), levelFact(asker, 1, 2, 3));
    await test.settled();
    const inbox = await test.inbox(asker);
    expect(
      inbox.map(({ kind, type, contentType, contentId, level }) => [kind, type, contentType, contentId, level]).sort(),
    ).toEqual([
      ['comment', 'comment', 'discussion', idOf(reply), null],
      ['level-up', 'other', null, null, 2],
      ['reveal', 'other', 'question', questionId, null],
    ]);
    expect(inbox.find(({ type }) => type === 'comment')).toMatchObject({ actorId: replier, count: 1 });
    expect(await test.unread(asker)).toBe(3);
  });

  it('replies under one question share one unread notification by the newest actor', async () => {
    const [asker, replier, questionId] = [randomUUID(), randomUUID(), randomUUID()];
    const [first, ...more] = [named(replier), named(randomUUID()), anonymousOwner(randomUUID())].map((owner, index) =>
      replyPosted(owner, named(asker), { questionId, at: atSecond(index + 1) }),
    );
    const newest = idOf(more[1]!);
    await test.content.publish(first!);
    await test.hasUnread(asker, 1);
    await test.content.publish(...more, replyPosted(named(replier), named(asker), { at: atSecond(0) }));
    await test.hasUnread(asker, 2);
    const about = { contentType: 'discussion', contentId: newest, questionId };
    expect(await test.inbox(asker)).toMatchObject([
      { ...about, count: 3, actorId: null, createdAt: atSecond(3) },
      { count: 1, actorId: replier },
    ]);
    await test.markRead(asker, (await test.inbox(asker))[0]!.id);
    const late = replyPosted(named(replier), named(asker), { questionId, at: atSecond(5) });
    await test.content.publish(late);
    await test.hasUnread(asker, 2);
    expect((await test.inbox(asker)).slice(0, 2)).toMatchObject([
      { isRead: false, count: 1, contentId: idOf(late) },
      { isRead: true, count: 3, contentId: newest },
    ]);
  });

  it('anonymous authors get notifications, but no row or event contains their account', async () => {
    const [asker, replier, booster, questionId] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()];
    const question = anonymousOwner(asker);
    await test.content.publish(
      replyPosted(anonymousOwner(replier), question, { questionId }),
      replyPosted(named(booster), question, { questionId, parentOwner: anonymousOwner(replier) }),
      revealedFact(question, questionId, 1),
    );
    await test.engagement.publish(boostToggleFact(boostPairOf(booster, question, questionId), 1, atSecond(1)));
    await test.hasUnread(asker, 3);
    await test.hasUnread(replier, 1);
    const comment = (await test.inbox(asker)).find(({ type }) => type === 'comment')!;
    expect(comment).toMatchObject({ count: 2, actorId: booster });
    await test.markRead(asker, comment.id);
    await test.markQuestionRead(asker, questionId);
    await test.hasUnread(asker, 0);
    await test.delete(asker, comment.id);
    const text = await test.everything();
    expect(text).toContain(questionId);
    for (const person of [asker, replier]) expect(text).not.toContain(person);
  });

  it('a reply notifies a person once, even as asker and as anonymous parent author', async () => {
    const [person, other, questionId] = [randomUUID(), randomUUID(), randomUUID()];
    await test.content.publish(
      replyPosted(anonymousOwner(person), named(person), { questionId, at: atSecond(1) }),
      replyPosted(named(other), named(person), { questionId, at: atSecond(2), parentOwner: anonymousOwner(person) }),
    );
    await test.settled();
    expect(await test.inbox(person)).toMatchObject([{ count: 1, actorId: other, createdAt: atSecond(2) }]);
    expect(await test.unread(person)).toBe(1);
  });
});

describe('the inbox', () => {
  it('a new act sends a bell without content, but an undo or an own act sends none', async () => {
    const person = randomUUID();
    const rung = await test.bells(person);
    const news = () => test.news(person);
    const pair = boostPairOf(randomUUID(), anonymousOwner(person));
    await test.replied(named(person), { at: atSecond(1) });
    await eventually('the first bell', () => rung.length === 1);
    await test.engagement.publish(boostToggleFact(pair, 1, atSecond(2)));
    await eventually('the second bell', () => rung.length === 2);
    const [boost, comment] = await test.inbox(person);
    expect(await news()).toEqual({ unread: 2, newest: boost });
    await test.markRead(person, boost!.id);
    expect(await news()).toEqual({ unread: 1, newest: comment });
    await test.delete(person, comment!.id);
    expect(await news()).toEqual({ unread: 0, newest: null });
    const own = boostPairOf(person, anonymousOwner(person));
    await test.engagement.publish(boostToggleFact(pair, 2, atSecond(3)), boostToggleFact(own, 1, atSecond(3)));
    await test.settled();
    expect(rung).toEqual([{ accountId: person }, { accountId: person }]);
  });

  it('the inbox refuses calls of another person or a visitor, and unknown ids', async () => {
    const [person, other] = [randomUUID(), randomUUID()];
    await test.replied(named(person));
    await test.hasUnread(person, 1);
    const [notice] = await test.inbox(person);
    for (const act of [test.markRead, test.delete]) {
      await expect(act(other, notice!.id)).rejects.toMatchObject({ code: 'not_found' });
      await expect(act(person, randomUUID())).rejects.toMatchObject({ code: 'not_found' });
    }
    expect(await test.markQuestionRead(person, randomUUID())).toEqual({});
    await expect(test.call(notificationRpc.unread, {}, null)).rejects.toMatchObject({ code: 'unauthenticated' });
    expect([await test.unread(person), await test.unread(other)]).toEqual([1, 0]);
  });

  it('a deleted notification never returns, and only a repeat with the key succeeds', async () => {
    const person = randomUUID();
    const reply = replyPosted(named(randomUUID()), named(person));
    await test.content.publish(reply);
    await test.hasUnread(person, 1);
    const { id } = (await test.inbox(person))[0]!;
    for (let time = 0; time < 2; time += 1) await test.delete(person, id, { idempotencyKey: 'once' });
    await expect(test.delete(person, id)).rejects.toMatchObject({ code: 'not_found' });
    await test.content.publish(reply);
    await test.settled();
    expect([await test.inbox(person), await test.unread(person)]).toEqual([[], 0]);
  });

  it('the inbox counts exactly under concurrent boosts, undos, reads and deletions', async () => {
    const person = randomUUID();
    const contents = Array.from({ length: 4 }, () => randomUUID());
    const pairs = Array.from({ length: 40 }, (_, index) =>
      boostPairOf(randomUUID(), named(person), contents[index % 4]),
    );
    const published = test.engagement.publish(
      ...pairs.flatMap((pair, index) =>
        [1, 2, 3].slice(0, 1 + (index % 3)).map((toggle) => boostToggleFact(pair, toggle, atSecond(toggle))),
      ),
    );
    for (let round = 0; round < 12; round += 1) {
      const [notice] = await test.inbox(person);
      if (!notice) continue;
      const act = round % 3 === 0 ? test.delete : test.markRead;
      await act(person, notice.id).catch((error: { code: string }) => expect(error.code).toBe('not_found'));
    }
    await published;
    await test.settled();
    const inbox = await test.inbox(person);
    expect(await test.unread(person)).toBe(inbox.filter(({ isRead }) => !isRead).length);
    const live = await test.rows<{ id: string; acts: number }>(
      'select notification_id as id, count(*)::int as acts from boost_acts where is_boosted group by 1',
    );
    const acts = new Map(live.map((row) => [row.id, row.acts]));
    for (const { id, isRead, count } of inbox)
      expect(count).toBe(isRead ? Math.max(1, acts.get(id) ?? 0) : acts.get(id));
  });
});

it.each([2, 3])(
  'commands lock inboxes in key order when another process precedes statement %i',
  async (overlapBefore) => {
    const row = { definition: notification, aggregate: inboxAggregate, table: 'inboxes', key: 'inbox' };
    await overlapLoads({ ...row, overlapBefore });
  },
);

describe('a page of the inbox', () => {
  let person: string;
  let all: NotificationView[];
  let boost: ReturnType<typeof boostPairOf>;
  const questionIds = Array.from({ length: 5 }, () => randomUUID());
  const replyAt = (index: number, at: string) =>
    replyPosted(named(randomUUID()), named(person), { at, questionId: questionIds[index]! });

  beforeEach(async () => {
    person = randomUUID();
    boost = boostPairOf(randomUUID(), named(person));
    await test.content.publish(...[4, 1, 6, 2, 5].map((number, index) => replyAt(index, atSecond(number))));
    await test.engagement.publish(boostToggleFact(boost, 1, atSecond(3)));
    await test.hasUnread(person, 6);
    all = await test.inbox(person);
    expect(all.map(({ createdAt, kind }) => [createdAt, kind])).toEqual(
      [6, 5, 4, 3, 2, 1].map((number) => [atSecond(number), number === 3 ? 'boost' : 'comment']),
    );
  });

  const behind = (one: NotificationView) => test.inbox(person, one.id, 2);

  it('a page continues after a deleted notification, even after the sweep of its row', async () => {
    const last = all[2]!;
    expect(await test.inbox(person, null, 2)).toEqual(all.slice(0, 2));
    await test.delete(person, last.id);
    expect(await behind(last)).toEqual(all.slice(3, 5));
    await test.sweep();
    expect(await test.count('notifications where id = $1', [last.id])).toBe(0);
    expect(await behind(last)).toEqual(all.slice(3, 5));
  });

  it('a page continues after a notification whose boost was taken back', async () => {
    await test.engagement.publish(boostToggleFact(boost, 2, atSecond(7)));
    await test.hasUnread(person, 5);
    expect(await behind(all[3]!)).toEqual(all.slice(4));
  });

  it('with `at`, a page continues there even if `before` has moved to the top', async () => {
    const last = all[2]!;
    await test.content.publish(replyAt(0, atSecond(8)));
    await eventually('it is at the top', async () => (await test.inbox(person))[0]?.id === last.id);
    const wanted = { before: last.id, at: last.createdAt, limit: 2 };
    expect((await test.call(notificationRpc.inbox, wanted, person)).notifications).toEqual(all.slice(3, 5));
  });

  it('`before` is refused if it is not the id of one of the person’s notifications', async () => {
    for (const [viewer, id] of [
      [randomUUID(), all[0]!.id],
      [person, randomUUID()],
    ] as const) {
      await expect(test.inbox(viewer, id)).rejects.toMatchObject({ code: 'invalid_input' });
    }
  });
});

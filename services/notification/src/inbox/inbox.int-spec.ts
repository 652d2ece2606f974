import { randomUUID } from 'node:crypto';
import { type NotificationView, notificationRpc } from '@hearsay/contracts';
import { eventually, levelChanged, named, overlapLoads, pairOf, type SourceFact, toggled } from '@hearsay/testing';
import { aService } from '@hearsay/testing/a-service';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { notification } from '../notification.definition.js';
import { anonymous, replyPosted, revealed, second, startNotification } from '../notification.suite.js';
import { inboxAggregate } from './inbox.aggregates.js';

const test = aService(() => startNotification());

const idOf = (reply: SourceFact) => (reply.data as { replyId: string }).replyId;

describe('replies, reveals and levels', () => {
  it('are notified once each', async () => {
    const [asker, replier, questionId] = [randomUUID(), randomUUID(), randomUUID()];
    const reply = replyPosted(named(replier), named(asker), { at: second(1) });
    const reveals = [1, 3].map((threshold) => revealed(named(asker), questionId, threshold));
    await test.content.publish(reply, reply, ...reveals);
    await test.gamification.publish(
      levelChanged(asker, 1, 2, 1),
      levelChanged(asker, 2, 1, 2),
      levelChanged(asker, 1, 2, 3),
    );
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

  it('under one question are one unread notification with the newest actor', async () => {
    const [asker, replier, questionId] = [randomUUID(), randomUUID(), randomUUID()];
    const [first, ...more] = [named(replier), named(randomUUID()), anonymous(randomUUID())].map((owner, index) =>
      replyPosted(owner, named(asker), { questionId, at: second(index + 1) }),
    );
    const newest = idOf(more[1]!);
    await test.content.publish(first!);
    await test.hasUnread(asker, 1);
    await test.content.publish(...more, replyPosted(named(replier), named(asker), { at: second(0) }));
    await test.hasUnread(asker, 2);
    const about = { contentType: 'discussion', contentId: newest, questionId };
    expect(await test.inbox(asker)).toMatchObject([
      { ...about, count: 3, actorId: null, createdAt: second(3) },
      { count: 1, actorId: replier },
    ]);
    await test.markRead(asker, (await test.inbox(asker))[0]!.id);
    const late = replyPosted(named(replier), named(asker), { questionId, at: second(5) });
    await test.content.publish(late);
    await test.hasUnread(asker, 2);
    expect((await test.inbox(asker)).slice(0, 2)).toMatchObject([
      { isRead: false, count: 1, contentId: idOf(late) },
      { isRead: true, count: 3, contentId: newest },
    ]);
  });

  it('name no anonymous author, and reach one without a trace in any row', async () => {
    const [asker, replier, booster, questionId] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()];
    const question = anonymous(asker);
    await test.content.publish(
      replyPosted(anonymous(replier), question, { questionId }),
      replyPosted(named(booster), question, { questionId, parentOwner: anonymous(replier) }),
      revealed(question, questionId, 1),
    );
    await test.engagement.publish(toggled(pairOf(booster, question, questionId), 1, second(1)));
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

  it('are shown once to a person with two names there, and never for own acts', async () => {
    const [person, other, questionId] = [randomUUID(), randomUUID(), randomUUID()];
    await test.content.publish(
      replyPosted(anonymous(person), named(person), { questionId, at: second(1) }),
      replyPosted(named(other), named(person), { questionId, at: second(2), parentOwner: anonymous(person) }),
    );
    await test.settled();
    expect(await test.inbox(person)).toMatchObject([{ count: 1, actorId: other, createdAt: second(2) }]);
    expect(await test.unread(person)).toBe(1);
  });
});

describe('the inbox', () => {
  it('rings for news without its content, and not for removals', async () => {
    const person = randomUUID();
    const rung = await test.bells(person);
    const news = () => test.news(person);
    const pair = pairOf(randomUUID(), anonymous(person));
    await test.replied(named(person), { at: second(1) });
    await eventually('the first bell', () => rung.length === 1);
    await test.engagement.publish(toggled(pair, 1, second(2)));
    await eventually('the second bell', () => rung.length === 2);
    const [boost, comment] = await test.inbox(person);
    expect(await news()).toEqual({ unread: 2, newest: boost });
    await test.markRead(person, boost!.id);
    expect(await news()).toEqual({ unread: 1, newest: comment });
    await test.delete(person, comment!.id);
    expect(await news()).toEqual({ unread: 0, newest: null });
    const own = pairOf(person, anonymous(person));
    await test.engagement.publish(toggled(pair, 2, second(3)), toggled(own, 1, second(3)));
    await test.settled();
    expect(rung).toEqual([{ accountId: person }, { accountId: person }]);
  });

  it('is refused to another person, a visitor and an unknown id', async () => {
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

  it('loses a deleted notification for ever; only the same key repeats the answer', async () => {
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

  it('counts exactly under concurrent boosts, undos, reads and deletions', async () => {
    const person = randomUUID();
    const contents = Array.from({ length: 4 }, () => randomUUID());
    const pairs = Array.from({ length: 40 }, (_, index) => pairOf(randomUUID(), named(person), contents[index % 4]));
    const published = test.engagement.publish(
      ...pairs.flatMap((pair, index) =>
        [1, 2, 3].slice(0, 1 + (index % 3)).map((toggle) => toggled(pair, toggle, second(toggle))),
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
  'locks inboxes in one order, also if another process comes before statement %i',
  async (overlapBefore) => {
    const row = { definition: notification, aggregate: inboxAggregate, table: 'inboxes', key: 'inbox' };
    await overlapLoads({ ...row, overlapBefore });
  },
);

describe('a page of the inbox', () => {
  let person: string;
  let all: NotificationView[];
  let boost: ReturnType<typeof pairOf>;
  const questionIds = Array.from({ length: 5 }, () => randomUUID());
  const replyAt = (index: number, at: string) =>
    replyPosted(named(randomUUID()), named(person), { at, questionId: questionIds[index]! });

  beforeEach(async () => {
    person = randomUUID();
    boost = pairOf(randomUUID(), named(person));
    await test.content.publish(...[4, 1, 6, 2, 5].map((number, index) => replyAt(index, second(number))));
    await test.engagement.publish(toggled(boost, 1, second(3)));
    await test.hasUnread(person, 6);
    all = await test.inbox(person);
    expect(all.map(({ createdAt, kind }) => [createdAt, kind])).toEqual(
      [6, 5, 4, 3, 2, 1].map((number) => [second(number), number === 3 ? 'boost' : 'comment']),
    );
  });

  const behind = (one: NotificationView) => test.inbox(person, one.id, 2);

  it('is the newest, and continues after a notification that was deleted, swept or not', async () => {
    const last = all[2]!;
    expect(await test.inbox(person, null, 2)).toEqual(all.slice(0, 2));
    await test.delete(person, last.id);
    expect(await behind(last)).toEqual(all.slice(3, 5));
    await test.sweep();
    expect(await test.count('notifications where id = $1', [last.id])).toBe(0);
    expect(await behind(last)).toEqual(all.slice(3, 5));
  });

  it('continues after a boost that was taken back', async () => {
    await test.engagement.publish(toggled(boost, 2, second(7)));
    await test.hasUnread(person, 5);
    expect(await behind(all[3]!)).toEqual(all.slice(4));
  });

  it('continues at a given time, also after one that has moved to the top', async () => {
    const last = all[2]!;
    await test.content.publish(replyAt(0, second(8)));
    await eventually('it is at the top', async () => (await test.inbox(person))[0]?.id === last.id);
    const wanted = { before: last.id, at: last.createdAt, limit: 2 };
    expect((await test.call(notificationRpc.inbox, wanted, person)).notifications).toEqual(all.slice(3, 5));
  });

  it('is refused after another person’s or an impossible notification', async () => {
    for (const [viewer, id] of [
      [randomUUID(), all[0]!.id],
      [person, randomUUID()],
    ] as const) {
      await expect(test.inbox(viewer, id)).rejects.toMatchObject({ code: 'invalid_input' });
    }
  });
});

import { randomUUID } from 'node:crypto';
import { notificationRpc } from '@hearsay/contracts';
import { eventually, pairOf, tableRows, toggled } from '@hearsay/testing';
import { aService } from '@hearsay/testing/a-service';
import { describe, expect, it } from '@jest/globals';
import {
  anonymous,
  levelChanged,
  named,
  replyPosted,
  revealed,
  second,
  startNotification,
} from '../notification.suite.js';

const test = aService(() => startNotification());

const hasUnread = (accountId: string, unread: number) => test.hasUnread(accountId, unread);
const settled = () => test.settled();
const markRead = (accountId: string, id: string) => test.markRead(accountId, id);
const markAllRead = (accountId: string) => test.service.call(notificationRpc.markAllRead, {}, accountId);
const remove = (accountId: string, id: string, context = {}) =>
  test.service.call(notificationRpc.deleteNotification, { id }, accountId, context);
const idOf = (reply: { data: object }) => (reply.data as { replyId: string }).replyId;

describe('replies, reveals and levels', () => {
  it('are notified once each', async () => {
    const [asker, replier, questionId] = [randomUUID(), randomUUID(), randomUUID()];
    const reply = replyPosted(named(replier), named(asker), { at: second(1) });
    await test.content.publish(
      reply,
      reply,
      revealed(named(asker), questionId, 1),
      revealed(named(asker), questionId, 3),
    );
    await test.gamification.publish(
      levelChanged(asker, 1, 2, 1),
      levelChanged(asker, 2, 1, 2),
      levelChanged(asker, 1, 2, 3),
    );
    await settled();
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
    const replies = [named(replier), named(randomUUID()), anonymous(randomUUID())].map((owner, index) =>
      replyPosted(owner, named(asker), { questionId, at: second(index + 1) }),
    );
    await test.content.publish(replies[0]!);
    await hasUnread(asker, 1);
    await test.content.publish(...replies.slice(1), replyPosted(named(replier), named(asker), { at: second(0) }));
    await hasUnread(asker, 2);
    expect(await test.inbox(asker)).toMatchObject([
      {
        count: 3,
        contentType: 'discussion',
        contentId: idOf(replies[2]!),
        questionId,
        actorId: null,
        createdAt: second(3),
      },
      { count: 1, actorId: replier },
    ]);
    await markRead(asker, (await test.inbox(asker))[0]!.id);
    const late = replyPosted(named(replier), named(asker), { questionId, at: second(5) });
    await test.content.publish(late);
    await hasUnread(asker, 2);
    expect(
      (await test.inbox(asker)).map(({ isRead, count, contentId }) => [isRead, count, contentId]).slice(0, 2),
    ).toEqual([
      [false, 1, idOf(late)],
      [true, 3, idOf(replies[2]!)],
    ]);
  });

  it('name no anonymous author, and reach one without a trace in any row', async () => {
    const [asker, replier, booster] = [randomUUID(), randomUUID(), randomUUID()];
    const question = anonymous(asker);
    const questionId = randomUUID();
    await test.content.publish(
      replyPosted(anonymous(replier), question, { questionId }),
      replyPosted(named(booster), question, { questionId, parentOwner: anonymous(replier) }),
      revealed(question, questionId, 1),
    );
    await test.engagement.publish(toggled(pairOf(booster, question, questionId), 1, second(1)));
    await hasUnread(asker, 3);
    await hasUnread(replier, 1);
    const comment = (await test.inbox(asker)).find(({ type }) => type === 'comment');
    expect(comment).toMatchObject({ count: 2, actorId: booster });
    await markRead(asker, comment!.id);
    await test.service.call(notificationRpc.markQuestionRead, { questionId }, asker);
    await hasUnread(asker, 0);
    await remove(asker, comment!.id);
    const { pool } = test.service.service;
    const { rows: tables } = await pool.query<{ name: string }>(
      "select tablename as name from pg_tables where schemaname = 'public'",
    );
    const rows = await tableRows(
      pool,
      tables.map(({ name }) => name),
    );
    const text = JSON.stringify(rows);
    expect(text).toContain(questionId);
    for (const person of [asker, replier]) expect(text).not.toContain(person);
  });

  it('are shown once to a person with two names there, and never for own acts', async () => {
    const [person, other, questionId] = [randomUUID(), randomUUID(), randomUUID()];
    await test.content.publish(
      replyPosted(anonymous(person), named(person), { questionId, at: second(1) }),
      replyPosted(named(other), named(person), { questionId, at: second(2), parentOwner: anonymous(person) }),
    );
    await settled();
    expect(await test.inbox(person)).toMatchObject([{ count: 1, actorId: other, createdAt: second(2) }]);
    expect(await test.unread(person)).toBe(1);
  });
});

describe('the inbox', () => {
  it('rings for news without its content, and not for removals', async () => {
    const person = randomUUID();
    const rung = await test.bells(person);
    const pair = pairOf(randomUUID(), anonymous(person));
    await test.content.publish(replyPosted(named(randomUUID()), named(person), { at: second(1) }));
    await eventually('the first bell', () => rung.length === 1);
    await test.engagement.publish(toggled(pair, 1, second(2)));
    await eventually('the second bell', () => rung.length === 2);
    const [boost, comment] = await test.inbox(person);
    expect(await test.service.call(notificationRpc.news, {}, person)).toEqual({ unread: 2, newest: boost });
    await markRead(person, boost!.id);
    expect(await test.service.call(notificationRpc.news, {}, person)).toEqual({ unread: 1, newest: comment });
    await remove(person, comment!.id);
    expect(await test.service.call(notificationRpc.news, {}, person)).toEqual({ unread: 0, newest: null });
    await test.engagement.publish(
      toggled(pair, 2, second(3)),
      toggled(pairOf(person, anonymous(person)), 1, second(3)),
    );
    await settled();
    expect(rung).toEqual([{ accountId: person }, { accountId: person }]);
  });

  it('is read at once, up to the notifications of that moment', async () => {
    const person = randomUUID();
    const facts = Array.from({ length: 5 }, () => replyPosted(named(randomUUID()), named(person)));
    await test.content.publish(...facts);
    await test.engagement.publish(toggled(pairOf(randomUUID(), anonymous(person)), 1, second(1)));
    await hasUnread(person, 6);
    await markAllRead(person);
    await markAllRead(person);
    expect(await test.unread(person)).toBe(0);
    expect((await test.inbox(person)).every(({ isRead }) => isRead)).toBe(true);
    await test.content.publish(replyPosted(named(randomUUID()), named(person)));
    await hasUnread(person, 1);
  });

  it('is read for one question alone, also under an anonymous name', async () => {
    const [person, questionId] = [randomUUID(), randomUUID()];
    const question = anonymous(person);
    const readQuestion = () => test.service.call(notificationRpc.markQuestionRead, { questionId }, person);
    expect(await readQuestion()).toEqual({});
    await test.content.publish(
      replyPosted(named(randomUUID()), question, { questionId }),
      replyPosted(named(randomUUID()), named(randomUUID()), { questionId, parentOwner: named(person) }),
      revealed(question, questionId, 1),
      replyPosted(named(randomUUID()), named(person)),
    );
    await test.engagement.publish(toggled(pairOf(randomUUID(), question, questionId), 1, second(1)));
    await hasUnread(person, 5);
    await readQuestion();
    await readQuestion();
    expect(await test.unread(person)).toBe(1);
    await test.engagement.publish(toggled(pairOf(randomUUID(), question, questionId), 1, second(2)));
    await hasUnread(person, 2);
  });

  it('lists the newest first, in pages', async () => {
    const person = randomUUID();
    await test.content.publish(
      ...[3, 1, 4, 2, 5].map((number) => replyPosted(named(randomUUID()), named(person), { at: second(number) })),
    );
    await hasUnread(person, 5);
    const all = await test.inbox(person);
    expect(all.map(({ createdAt }) => createdAt)).toEqual([5, 4, 3, 2, 1].map(second));
    const page = await test.inbox(person, undefined, 2);
    expect([...page, ...(await test.inbox(person, page[1]!.id))]).toEqual(all);
    await expect(test.inbox(randomUUID(), page[0]!.id)).rejects.toMatchObject({ code: 'invalid_input' });
  });

  it('is refused to another person, a visitor and an unknown id', async () => {
    const [person, other] = [randomUUID(), randomUUID()];
    await test.content.publish(replyPosted(named(randomUUID()), named(person)));
    await hasUnread(person, 1);
    const [notice] = await test.inbox(person);
    for (const act of [markRead, remove]) {
      await expect(act(other, notice!.id)).rejects.toMatchObject({ code: 'not_found' });
      await expect(act(person, randomUUID())).rejects.toMatchObject({ code: 'not_found' });
    }
    await expect(test.service.call(notificationRpc.unread, {}, null)).rejects.toMatchObject({
      code: 'unauthenticated',
    });
    expect(await test.unread(person)).toBe(1);
    expect(await test.unread(other)).toBe(0);
  });

  it('loses a deleted notification for ever; only the same key repeats the answer', async () => {
    const person = randomUUID();
    const reply = replyPosted(named(randomUUID()), named(person));
    await test.content.publish(reply);
    await hasUnread(person, 1);
    const [notice] = await test.inbox(person);
    await remove(person, notice!.id, { idempotencyKey: 'once' });
    await remove(person, notice!.id, { idempotencyKey: 'once' });
    await expect(remove(person, notice!.id)).rejects.toMatchObject({ code: 'not_found' });
    await test.content.publish(reply);
    await settled();
    expect(await test.inbox(person)).toEqual([]);
    expect(await test.unread(person)).toBe(0);
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
      const act = round % 3 === 0 ? remove : markRead;
      await act(person, notice.id).catch((error: { code: string }) => expect(error.code).toBe('not_found'));
    }
    await published;
    await settled();
    const inbox = await test.inbox(person);
    expect(await test.unread(person)).toBe(inbox.filter(({ isRead }) => !isRead).length);
    const live = await test.service.service.pool.query<{ id: string; acts: number }>(
      'select notification_id as id, count(*)::int as acts from boost_acts where is_boosted group by 1',
    );
    const acts = new Map(live.rows.map((row) => [row.id, row.acts]));
    for (const { id, isRead, count } of inbox)
      expect(count).toBe(isRead ? Math.max(1, acts.get(id) ?? 0) : acts.get(id));
  });
});

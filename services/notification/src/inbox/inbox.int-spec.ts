import { randomUUID } from 'node:crypto';
import { notificationRpc } from '@hearsay/contracts';
import { rebuildReadModel } from '@hearsay/event-store';
import { eventually, pairOf, tableRows, toggled } from '@hearsay/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  anonymous,
  at,
  authors,
  levelChanged,
  type NotificationUnderTest,
  named,
  replyPosted,
  revealed,
  startNotification,
} from '../notification.suite.js';
import { inboxRows } from './inbox.projection.js';

let test: NotificationUnderTest;
beforeAll(async () => {
  test = await startNotification();
});
afterAll(() => test.stop());

const hasUnread = (accountId: string, unread: number) =>
  eventually(`${unread} unread`, async () => (await test.unread(accountId)) === unread);
/** What was told to the sources before is applied. */
const settled = async () => {
  const person = randomUUID();
  await test.content.publish(replyPosted(named(randomUUID()), named(person)));
  await test.engagement.publish(toggled(pairOf(randomUUID(), named(person)), 1));
  await test.gamification.publish(levelChanged(person, 1, 2, 1));
  await hasUnread(person, 3);
};
const second = (number: number) => `2026-11-20T10:00:0${number}.000Z`;
const markRead = (accountId: string, id: string) => test.service.call(notificationRpc.markRead, { id }, accountId);
const remove = (accountId: string, id: string, context = {}) =>
  test.service.call(notificationRpc.deleteNotification, { id }, accountId, context);

describe('boosts', () => {
  it('are told as one while unread, by the latest booster, however often they are delivered', async () => {
    const [owner, first, last] = [randomUUID(), randomUUID(), randomUUID()];
    const contentId = randomUUID();
    const facts = [
      toggled(pairOf(first, named(owner), contentId), 1, second(1)),
      toggled(pairOf(last, named(owner), contentId), 1, second(2)),
    ];
    await test.engagement.publish(...facts, ...facts);
    await eventually('two boosts', async () => (await test.inbox(owner))[0]?.count === 2);
    await settled();
    expect(await test.inbox(owner)).toEqual([
      {
        id: expect.any(String),
        type: 'boost',
        message: 'Your question got 2 boosts',
        isRead: false,
        createdAt: second(2),
        contentType: 'question',
        contentId,
        questionId: null,
        count: 2,
        actorId: last,
      },
    ]);
    expect(await test.unread(owner)).toBe(1);
  });

  it('taken back lower the count, show the booster who is left, and end an unread notification', async () => {
    const [owner, first, last] = [randomUUID(), randomUUID(), randomUUID()];
    const contentId = randomUUID();
    const pairs = [pairOf(first, named(owner), contentId), pairOf(last, named(owner), contentId)] as const;
    await test.engagement.publish(toggled(pairs[0], 1, second(1)), toggled(pairs[1], 1, second(2)), toggled(pairs[1], 2, second(3)));
    await eventually('one boost left', async () => (await test.inbox(owner))[0]?.actorId === first);
    expect(await test.inbox(owner)).toMatchObject([{ count: 1, message: 'Your question got a boost' }]);
    await test.engagement.publish(toggled(pairs[0], 2, second(4)));
    await hasUnread(owner, 0);
    expect(await test.inbox(owner)).toEqual([]);
    await test.engagement.publish(toggled(pairs[0], 3, second(5)));
    await hasUnread(owner, 1);
  });

  it('after reading begin a new notification; the read one stays when its boosts are taken back', async () => {
    const owner = randomUUID();
    const contentId = randomUUID();
    const [early, late] = [pairOf(randomUUID(), named(owner), contentId), pairOf(randomUUID(), named(owner), contentId)];
    await test.engagement.publish(toggled(early, 1, second(1)));
    await hasUnread(owner, 1);
    const [read] = await test.inbox(owner);
    await markRead(owner, read!.id);
    await markRead(owner, read!.id);
    expect(await test.unread(owner)).toBe(0);
    await test.engagement.publish(toggled(late, 1, second(2)), toggled(early, 2, second(3)));
    await settled();
    expect(await test.unread(owner)).toBe(1);
    expect(await test.inbox(owner)).toMatchObject([
      { isRead: false, count: 1, actorId: late.boosterId },
      { id: read!.id, isRead: true, count: 1 },
    ]);
  });

  it('of many contents, given, taken back and given again in turns, each count by themselves', async () => {
    const owner = randomUUID();
    const contents = Array.from({ length: 6 }, () => randomUUID());
    const pairs = contents.flatMap((contentId) => Array.from({ length: 7 }, () => pairOf(randomUUID(), named(owner), contentId)));
    const acts = [1, 2, 3].flatMap((toggle) =>
      pairs.filter((_, index) => index % 3 >= toggle - 1).map((pair) => toggled(pair, toggle, second(toggle))),
    );
    await test.engagement.publish(...acts);
    await settled();
    const inbox = await test.inbox(owner);
    for (const contentId of contents) {
      const standing = pairs.filter((pair, index) => pair.contentId === contentId && index % 3 !== 1);
      const [notified, ...more] = inbox.filter((one) => one.contentId === contentId);
      expect([notified?.count, more]).toEqual([standing.length, []]);
      expect(standing.map(({ boosterId }) => boosterId)).toContain(notified?.actorId);
    }
    expect(await test.unread(owner)).toBe(6);
  });

  it('of oneself are not told, also when the content is anonymous', async () => {
    const person = randomUUID();
    await test.engagement.publish(toggled(pairOf(person, named(person)), 1), toggled(pairOf(person, anonymous(person)), 1));
    await settled();
    expect(await test.inbox(person)).toEqual([]);
  });
});

describe('replies, reveals and levels', () => {
  it('are told once each', async () => {
    const [asker, replier, questionId] = [randomUUID(), randomUUID(), randomUUID()];
    const reply = replyPosted(named(replier), named(asker), second(1));
    await test.content.publish(reply, reply, revealed(named(asker), questionId, 1), revealed(named(asker), questionId, 3));
    await test.gamification.publish(levelChanged(asker, 1, 2, 1), levelChanged(asker, 2, 1, 2), levelChanged(asker, 1, 2, 3));
    await settled();
    const notified = await test.inbox(asker);
    expect(notified.map(({ type, contentType, contentId }) => [type, contentType, contentId]).sort()).toEqual([
      ['comment', 'discussion', (reply.data as { replyId: string }).replyId],
      ['other', null, null],
      ['other', 'question', questionId],
    ]);
    expect(notified.find(({ type }) => type === 'comment')).toMatchObject({ actorId: replier, message: 'New reply to your question' });
    expect(await test.unread(asker)).toBe(3);
  });

  it('name no anonymous author, and tell one without a trace in the log', async () => {
    const [asker, replier] = [randomUUID(), randomUUID()];
    await test.content.publish(replyPosted(anonymous(replier), anonymous(asker)), revealed(anonymous(asker), randomUUID(), 1));
    await test.engagement.publish(toggled(pairOf(randomUUID(), anonymous(asker)), 1));
    await hasUnread(asker, 3);
    const comment = (await test.inbox(asker)).find(({ type }) => type === 'comment');
    expect(comment).toMatchObject({ actorId: null, message: 'Someone replied to your question' });
    await markRead(asker, comment!.id);
    await test.service.call(notificationRpc.markAllRead, {}, asker);
    await hasUnread(asker, 0);
    await remove(asker, comment!.id);
    const log = await test.service.service.pool.query<{ text: string }>(
      'select stream || data || meta as text from events union all select key from claims',
    );
    const text = log.rows.map((row) => row.text).join('\n');
    expect(text).toContain(comment!.id);
    for (const person of [asker, replier]) expect(text).not.toContain(person);
  });
});

describe('the inbox', () => {
  it('pushes every change with the number of unread ones', async () => {
    const person = randomUUID();
    const rung = test.bells(person);
    await test.content.publish(replyPosted(named(randomUUID()), named(person), second(1)));
    await eventually('the first bell', () => rung.length === 1);
    await test.engagement.publish(toggled(pairOf(randomUUID(), named(person)), 1, second(2)));
    await eventually('the second bell', () => rung.length === 2);
    const [boost, comment] = await test.inbox(person);
    expect(rung).toEqual([
      { accountId: person, notification: comment, unread: 1 },
      { accountId: person, notification: boost, unread: 2 },
    ]);
    await markRead(person, boost!.id);
    await remove(person, comment!.id);
    await eventually('both bells', () => rung.length === 4);
    expect(rung.slice(2)).toEqual([
      { accountId: person, notification: null, unread: 1 },
      { accountId: person, notification: null, unread: 0 },
    ]);
  });

  it('is read at once, as far as it was told', async () => {
    const person = randomUUID();
    const facts = Array.from({ length: 5 }, () => replyPosted(named(randomUUID()), named(person)));
    await test.content.publish(...facts);
    await test.engagement.publish(toggled(pairOf(randomUUID(), anonymous(person)), 1));
    await hasUnread(person, 6);
    await test.service.call(notificationRpc.markAllRead, {}, person);
    await test.service.call(notificationRpc.markAllRead, {}, person);
    expect(await test.unread(person)).toBe(0);
    expect((await test.inbox(person)).every(({ isRead }) => isRead)).toBe(true);
    await test.content.publish(replyPosted(named(randomUUID()), named(person)));
    await hasUnread(person, 1);
  });

  it('lists the newest first, in pages', async () => {
    const person = randomUUID();
    await test.content.publish(...[3, 1, 4, 2, 5].map((number) => replyPosted(named(randomUUID()), named(person), second(number))));
    await hasUnread(person, 5);
    const all = await test.inbox(person);
    expect(all.map(({ createdAt }) => createdAt)).toEqual([5, 4, 3, 2, 1].map(second));
    const page = await test.inbox(person, undefined, 2);
    expect([...page, ...(await test.inbox(person, page[1]!.id))]).toEqual(all);
    await expect(test.inbox(randomUUID(), page[0]!.id)).rejects.toMatchObject({ code: 'invalid_input' });
  });

  it('belongs to one person: another one, a visitor and an unknown id are refused', async () => {
    const [person, other] = [randomUUID(), randomUUID()];
    await test.content.publish(replyPosted(named(randomUUID()), named(person)));
    await hasUnread(person, 1);
    const [notice] = await test.inbox(person);
    for (const act of [markRead, remove]) {
      await expect(act(other, notice!.id)).rejects.toMatchObject({ code: 'not_found' });
      await expect(act(person, randomUUID())).rejects.toMatchObject({ code: 'not_found' });
    }
    await expect(test.service.call(notificationRpc.unread, {}, null)).rejects.toMatchObject({ code: 'unauthenticated' });
    expect(await test.unread(person)).toBe(1);
    expect(await test.unread(other)).toBe(0);
  });

  it('loses a deleted notification for ever; the same key answers again, a second try does not', async () => {
    const person = randomUUID();
    const reply = replyPosted(named(randomUUID()), named(person), at);
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

  it('counts exactly when people boost, take back, read and delete at once', async () => {
    const person = randomUUID();
    const contents = Array.from({ length: 4 }, () => randomUUID());
    const pairs = Array.from({ length: 40 }, (_, index) => pairOf(randomUUID(), named(person), contents[index % 4]));
    const notified = test.engagement.publish(
      ...pairs.flatMap((pair, index) => [1, 2, 3].slice(0, 1 + (index % 3)).map((toggle) => toggled(pair, toggle))),
    );
    for (let round = 0; round < 12; round += 1) {
      const [notice] = await test.inbox(person);
      if (!notice) continue;
      const act = round % 3 === 0 ? remove : markRead;
      // Its last boost may be taken back while we look: then it is gone.
      await act(person, notice.id).catch((error: { code: string }) => expect(error.code).toBe('not_found'));
    }
    await notified;
    await settled();
    const inbox = await test.inbox(person);
    expect(await test.unread(person)).toBe(inbox.filter(({ isRead }) => !isRead).length);
    const live = await test.service.service.pool.query<{ id: string; acts: number }>(
      'select notification_id as id, count(*)::int as acts from boost_acts where is_live group by 1',
    );
    const acts = new Map(live.rows.map((row) => [row.id, row.acts]));
    for (const { id, isRead, count } of inbox) expect(count).toBe(isRead ? Math.max(1, acts.get(id) ?? 0) : acts.get(id));
  });

  it('is the same when it is rebuilt from the log', async () => {
    await settled();
    const model = inboxRows(authors);
    const { pool } = test.service.service;
    const live = await tableRows(pool, model.tables);
    const { ownerUrl, role } = test.service.database;
    await rebuildReadModel({ ownerUrl, role, progress: () => undefined, model });
    expect(await tableRows(pool, model.tables)).toEqual(live);
    expect(live.notifications!.length).toBeGreaterThan(10);
  });
});

import { randomUUID } from 'node:crypto';
import { notificationRpc, type Owner } from '@hearsay/contracts';
import {
  eventually,
  followed,
  named,
  pairOf,
  questionApproved,
  questionAsked,
  removal,
  repostToggled,
  type SourceFact,
  toggled,
} from '@hearsay/testing';
import { aService } from '@hearsay/testing/a-service';
import { describe, expect, it } from '@jest/globals';
import { anonymous, replyPosted, second, startNotification } from '../notification.suite.js';

const test = aService(() => startNotification());

const guest: Owner = { accountId: null, sealed: null };

const asked = (owner: Owner, targetId: string | null, questionId = randomUUID()) =>
  questionAsked(owner, { questionId, targetId, at: second(1) });

const repostOf = (reposterId: string, owner: Owner, contentId: string = randomUUID()) => {
  const content = { contentType: 'question', contentId, questionId: contentId, owner } as const;
  const repost = { ...content, repostId: randomUUID(), reposterId };
  return (toggle = 1) => repostToggled(repost, toggle, { at: second(3), isMade: toggle % 2 === 1 });
};

describe('a question', () => {
  it('to one person is notified to them, and its approval to the asker', async () => {
    const [target, asker, hidden] = [randomUUID(), randomUUID(), randomUUID()];
    const [open, sealed] = [randomUUID(), randomUUID()];
    const toEveryone = asked(named(asker), null);
    await test.content.publish(
      toEveryone,
      asked(named(asker), target, open),
      asked(anonymous(hidden), target, sealed),
      asked(guest, target),
    );
    await test.hasUnread(target, 3);
    const notices = await test.inbox(target);
    const question = { kind: 'asked', type: 'question', contentType: 'question' };
    expect(notices).toMatchObject([question, question, question]);
    expect(notices.find(({ contentId }) => contentId === open)).toMatchObject({ actorId: asker });
    expect(notices.filter(({ contentId }) => contentId !== open).map(({ actorId }) => actorId)).toEqual([null, null]);
    expect(await test.inbox(asker)).toEqual([]);
    await test.content.publish(
      questionApproved(named(asker), target, open),
      questionApproved(anonymous(hidden), target, sealed),
    );
    await test.hasUnread(asker, 1);
    await test.hasUnread(hidden, 1);
    expect(await test.inbox(hidden)).toMatchObject([
      { kind: 'approved', type: 'question', contentId: sealed, actorId: target },
    ]);
  });
});

describe('a repost', () => {
  it('and a follow are notified once each, also after an undo', async () => {
    const [owner, fan] = [randomUUID(), randomUUID()];
    const repost = repostOf(fan, named(owner));
    const follows = [1, 2, 3].map((toggle) => followed(fan, owner, toggle));
    await test.engagement.publish(repost(), repost(), repost(2), repost(3), ...follows);
    await test.settled();
    const notices = await test.inbox(owner);
    expect(notices.map(({ kind, type, actorId, count }) => [kind, type, actorId, count]).sort()).toEqual([
      ['follow', 'other', fan, 1],
      ['repost', 'repost', fan, 1],
    ]);
    expect(await test.unread(owner)).toBe(2);
  });

  it('of own content is not notified, of own anonymous content only recorded', async () => {
    const person = randomUUID();
    const rung = await test.bells(person);
    await test.engagement.publish(repostOf(person, named(person))(), repostOf(person, anonymous(person))());
    await test.settled();
    expect([await test.inbox(person), rung]).toEqual([[], []]);
    expect(await test.count("events where type = 'ActNotified' and data ->> 'actorId' = $1", [person])).toBe(1);
  });
});

describe('a removed reply', () => {
  it('lowers the count of its group, which shows the newest left', async () => {
    const [owner, first, last, questionId] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()];
    const replies = [named(first), anonymous(owner), named(last)].map((author, index) =>
      replyPosted(author, named(owner), { questionId, at: second(index + 1) }),
    );
    const ids = replies.map(({ data }) => (data as { replyId: string }).replyId);
    const turned = (index: number, revision: number): SourceFact =>
      removal({ contentType: 'discussion', contentId: ids[index]!, questionId }, revision);
    await test.content.publish(...replies);
    await eventually('two replies', async () => (await test.inbox(owner))[0]?.count === 2);
    await test.content.publish(turned(2, 1));
    await eventually('one reply', async () => (await test.inbox(owner))[0]?.count === 1);
    expect(await test.inbox(owner)).toMatchObject([{ contentId: ids[0], actorId: first, createdAt: second(1) }]);
    await test.content.publish(turned(1, 1));
    await test.settled();
    expect(await test.unread(owner)).toBe(1);
    await test.content.publish(turned(0, 1));
    await test.hasUnread(owner, 0);
    await test.content.publish(turned(2, 2));
    await test.hasUnread(owner, 1);
    expect(await test.inbox(owner)).toMatchObject([{ contentId: ids[2], actorId: last, count: 1 }]);
  });
});

it('preferences hide acts while a switch is off, for its owner alone', async () => {
  const [person, other] = [randomUUID(), randomUUID()];
  const boostOf = (owner: Owner) => toggled(pairOf(randomUUID(), owner), 1, second(11));
  const on = { questionBoosts: true, newReplies: true, reposts: true };
  expect(await test.call(notificationRpc.preferences, {}, person)).toEqual({ preferences: on });
  const off = await test.setPreferences(person, { questionBoosts: false }, { now: second(10) });
  expect(off).toEqual({ preferences: { ...on, questionBoosts: false } });
  await test.engagement.publish(boostOf(named(person)), boostOf(anonymous(person)), boostOf(named(other)));
  await test.hasUnread(other, 1);
  await test.settled();
  expect([await test.unread(person), await test.inbox(person)]).toEqual([0, []]);
  await test.setPreferences(person, { questionBoosts: true });
  await test.settled();
  expect(await test.unread(person)).toBe(0);
  await test.content.publish(replyPosted(named(other), named(person), { at: second(12) }));
  await test.hasUnread(person, 1);
  await expect(test.call(notificationRpc.preferences, {}, null)).rejects.toMatchObject({ code: 'unauthenticated' });
});

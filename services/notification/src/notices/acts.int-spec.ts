import { randomUUID } from 'node:crypto';
import { notificationRpc, type Owner, QuestionIgnored } from '@hearsay/contracts';
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
  sourceFact,
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

  it.each([
    ['approved', (targetId: string, questionId: string) => questionApproved(guest, targetId, questionId)],
    [
      'ignored',
      (targetId: string, questionId: string) =>
        sourceFact(QuestionIgnored, { questionId, targetId }, { at: second(2) }),
    ],
  ])('that is %s is marked as read for its target, and no other question is', async (_what, decided) => {
    const [target, question] = [randomUUID(), randomUUID()];
    await test.content.publish(asked(guest, target, question), asked(guest, target));
    await test.hasUnread(target, 2);
    await test.content.publish(decided(target, question));
    await test.hasUnread(target, 1);
    expect((await test.inbox(target)).filter(({ isRead }) => isRead)).toMatchObject([
      { kind: 'asked', contentId: question },
    ]);
  });
});

describe('a repost', () => {
  it('is notified once, goes with its undo and returns with it', async () => {
    const [owner, reposter] = [randomUUID(), randomUUID()];
    const repost = repostOf(reposter, named(owner));
    await test.engagement.publish(repost(), repost());
    await test.hasUnread(owner, 1);
    expect(await test.inbox(owner)).toMatchObject([{ kind: 'repost', type: 'repost', actorId: reposter, count: 1 }]);
    await test.engagement.publish(repost(2));
    await test.hasUnread(owner, 0);
    expect(await test.inbox(owner)).toEqual([]);
    await test.engagement.publish(repost(3));
    await test.hasUnread(owner, 1);
    expect(await test.inbox(owner)).toHaveLength(1);
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

it('a follower is notified once, and not when they leave', async () => {
  const [person, follower] = [randomUUID(), randomUUID()];
  for (const [toggle, unread] of [
    [1, 1],
    [2, 0],
    [3, 1],
  ] as const) {
    await test.engagement.publish(followed(follower, person, toggle));
    await test.hasUnread(person, unread);
  }
  expect(await test.inbox(person)).toMatchObject([
    { kind: 'follow', type: 'other', actorId: follower, contentType: null },
  ]);
});

describe('removed content', () => {
  it('takes its notifications along, and restores them unchanged', async () => {
    const [owner, questionId] = [randomUUID(), randomUUID()];
    await test.boosted(named(owner), questionId);
    await test.replied(named(owner), { questionId, at: second(2) });
    await test.hasUnread(owner, 2);
    const before = await test.inbox(owner);
    await test.content.publish(removal({ contentId: questionId }, 1));
    await test.hasUnread(owner, 0);
    expect(await test.inbox(owner)).toEqual([]);
    await test.content.publish(removal({ contentId: questionId }, 2));
    await test.hasUnread(owner, 2);
    expect(await test.inbox(owner)).toEqual(before);
  });

  it('lowers the count of a group of replies, which shows the newest left', async () => {
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

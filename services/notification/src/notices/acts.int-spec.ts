import { randomUUID } from 'node:crypto';
import {
  ContentRemoved,
  ContentRestored,
  Followed,
  notificationRpc,
  type Owner,
  QuestionApproved,
  QuestionAsked,
  QuestionIgnored,
  Reposted,
  RepostRemoved,
  Unfollowed,
} from '@hearsay/contracts';
import { eventually, pairOf, type SourceFact, sourceFact, toggled } from '@hearsay/testing';
import { aService } from '@hearsay/testing/a-service';
import { describe, expect, it } from '@jest/globals';
import { anonymous, named, replyPosted, second, startNotification } from '../notification.suite.js';

const test = aService(() => startNotification());

const nobody: Owner = { accountId: null, sealed: null };

const asked = (owner: Owner, targetId: string | null, questionId = randomUUID()): SourceFact =>
  sourceFact(
    QuestionAsked,
    {
      questionId,
      titleTextId: randomUUID(),
      descriptionTextId: null,
      owner,
      isAnonymous: owner.accountId === null,
      allowAnonymousAnswers: true,
      replyBoostThreshold: 0,
      targetId,
    },
    { at: second(1), routingId: questionId },
  );
const approved = (owner: Owner, targetId: string, questionId: string): SourceFact =>
  sourceFact(
    QuestionApproved,
    { questionId, owner, isAnonymous: owner.accountId === null, targetId, number: 1 },
    { at: second(2), routingId: questionId },
  );

const ignored = (targetId: string, questionId: string): SourceFact =>
  sourceFact(QuestionIgnored, { questionId, targetId }, { at: second(2), routingId: questionId });

const repostOf = (reposterId: string, owner: Owner, contentId = randomUUID()) => {
  const repost = {
    repostId: randomUUID(),
    reposterId,
    contentType: 'question',
    contentId,
    questionId: contentId,
    owner,
  } as const;
  const at = { at: second(3), routingId: contentId };
  return {
    given: (toggle = 1) =>
      sourceFact(Reposted, { ...repost, repostCount: 1, revision: toggle, toggle, textId: null }, at),
    removed: (toggle: number) =>
      sourceFact(RepostRemoved, { ...repost, repostCount: 0, revision: toggle, toggle, removalId: randomUUID() }, at),
  };
};

const follow = (followerId: string, followedId: string, toggle: number): SourceFact => {
  const counts = { followerCount: toggle % 2, followingCount: toggle % 2 };
  const data = { followId: randomUUID(), followerId, followedId, toggle, ...counts, suspendedBy: [] };
  const at = { at: second(4), routingId: followedId };
  return toggle % 2 === 1 ? sourceFact(Followed, { ...data, isReturn: false }, at) : sourceFact(Unfollowed, data, at);
};

const removal = (
  contentType: 'question' | 'discussion',
  contentId: string,
  questionId: string,
  revision: number,
): SourceFact => {
  const data = {
    contentType,
    contentId,
    questionId,
    owner: nobody,
    isAnonymous: true,
    removalId: randomUUID(),
    revision,
    number: 9,
  };
  const at = { at: second(8), routingId: questionId };
  return revision % 2 === 1
    ? sourceFact(ContentRemoved, { ...data, cause: 'author' }, at)
    : sourceFact(ContentRestored, data, at);
};

const hasUnread = (accountId: string, unread: number) => test.hasUnread(accountId, unread);
const settled = () => test.settled();

describe('a question', () => {
  it('to one person is notified to them, and its approval to the asker', async () => {
    const [target, asker, hidden] = [randomUUID(), randomUUID(), randomUUID()];
    const [open, sealed] = [randomUUID(), randomUUID()];
    await test.content.publish(
      asked(named(asker), target, open),
      asked(anonymous(hidden), target, sealed),
      asked(nobody, target),
    );
    await hasUnread(target, 3);
    const notices = await test.inbox(target);
    expect(notices.map(({ kind, type, contentType }) => [kind, type, contentType])).toEqual([
      ['asked', 'question', 'question'],
      ['asked', 'question', 'question'],
      ['asked', 'question', 'question'],
    ]);
    expect(notices.find(({ contentId }) => contentId === open)).toMatchObject({ actorId: asker });
    expect(notices.filter(({ contentId }) => contentId !== open).map(({ actorId }) => actorId)).toEqual([null, null]);
    await test.content.publish(approved(named(asker), target, open), approved(anonymous(hidden), target, sealed));
    await hasUnread(asker, 1);
    await hasUnread(hidden, 1);
    expect(await test.inbox(hidden)).toMatchObject([
      { kind: 'approved', type: 'question', contentId: sealed, actorId: target },
    ]);
  });

  it.each([
    ['approved', (targetId: string, questionId: string) => approved(nobody, targetId, questionId)],
    ['ignored', ignored],
  ])('that is %s is marked as read for its target, and no other question is', async (_what, decided) => {
    const [target, question] = [randomUUID(), randomUUID()];
    await test.content.publish(asked(nobody, target, question), asked(nobody, target));
    await hasUnread(target, 2);
    await test.content.publish(decided(target, question));
    await hasUnread(target, 1);
    expect((await test.inbox(target)).filter(({ isRead }) => isRead)).toMatchObject([
      { kind: 'asked', contentId: question },
    ]);
  });

  it('to everyone causes no notification', async () => {
    const asker = randomUUID();
    await test.content.publish(asked(named(asker), null));
    await settled();
    expect(await test.inbox(asker)).toEqual([]);
  });
});

describe('a repost', () => {
  it('is notified once, goes with its undo and returns with it', async () => {
    const [owner, reposter] = [randomUUID(), randomUUID()];
    const repost = repostOf(reposter, named(owner));
    await test.engagement.publish(repost.given(), repost.given());
    await hasUnread(owner, 1);
    expect(await test.inbox(owner)).toMatchObject([{ kind: 'repost', type: 'repost', actorId: reposter, count: 1 }]);
    await test.engagement.publish(repost.removed(2));
    await hasUnread(owner, 0);
    expect(await test.inbox(owner)).toEqual([]);
    await test.engagement.publish(repost.given(3));
    await hasUnread(owner, 1);
    expect(await test.inbox(owner)).toHaveLength(1);
  });

  it('of own content is not notified, of own anonymous content only recorded', async () => {
    const person = randomUUID();
    const rung = await test.bells(person);
    await test.engagement.publish(repostOf(person, named(person)).given(), repostOf(person, anonymous(person)).given());
    await settled();
    expect(await test.inbox(person)).toEqual([]);
    expect(rung).toEqual([]);
    const { rows } = await test.service.service.pool.query(
      "select 1 from events where type = 'ActNotified' and data ->> 'actorId' = $1",
      [person],
    );
    expect(rows).toHaveLength(1);
  });
});

describe('a follower', () => {
  it('is notified once, and not when they leave', async () => {
    const [followed, follower] = [randomUUID(), randomUUID()];
    await test.engagement.publish(follow(follower, followed, 1));
    await hasUnread(followed, 1);
    expect(await test.inbox(followed)).toMatchObject([
      { kind: 'follow', type: 'other', actorId: follower, contentType: null },
    ]);
    await test.engagement.publish(follow(follower, followed, 2));
    await hasUnread(followed, 0);
    await test.engagement.publish(follow(follower, followed, 3));
    await hasUnread(followed, 1);
  });
});

describe('removed content', () => {
  it('takes its notifications along, and restores them unchanged', async () => {
    const [owner, booster, replier] = [randomUUID(), randomUUID(), randomUUID()];
    const questionId = randomUUID();
    await test.engagement.publish(toggled(pairOf(booster, named(owner), questionId), 1, second(1)));
    await test.content.publish(replyPosted(named(replier), named(owner), { questionId, at: second(2) }));
    await hasUnread(owner, 2);
    const before = await test.inbox(owner);
    await test.content.publish(removal('question', questionId, questionId, 1));
    await hasUnread(owner, 0);
    expect(await test.inbox(owner)).toEqual([]);
    await test.content.publish(removal('question', questionId, questionId, 2));
    await hasUnread(owner, 2);
    expect(await test.inbox(owner)).toEqual(before);
  });

  it('lowers the count of a group of replies, which shows the newest left', async () => {
    const [owner, first, last] = [randomUUID(), randomUUID(), randomUUID()];
    const questionId = randomUUID();
    const replies = [
      replyPosted(named(first), named(owner), { questionId, at: second(1) }),
      replyPosted(anonymous(owner), named(owner), { questionId, at: second(2) }),
      replyPosted(named(last), named(owner), { questionId, at: second(3) }),
    ];
    const idOf = (fact: SourceFact) => (fact.data as { replyId: string }).replyId;
    await test.content.publish(...replies);
    await eventually('two replies', async () => (await test.inbox(owner))[0]?.count === 2);
    await test.content.publish(removal('discussion', idOf(replies[2]!), questionId, 1));
    await eventually('one reply', async () => (await test.inbox(owner))[0]?.count === 1);
    expect(await test.inbox(owner)).toMatchObject([
      { contentId: idOf(replies[0]!), actorId: first, createdAt: second(1) },
    ]);
    await test.content.publish(removal('discussion', idOf(replies[1]!), questionId, 1));
    await settled();
    expect(await test.unread(owner)).toBe(1);
    await test.content.publish(removal('discussion', idOf(replies[0]!), questionId, 1));
    await hasUnread(owner, 0);
    await test.content.publish(removal('discussion', idOf(replies[2]!), questionId, 2));
    await hasUnread(owner, 1);
    expect(await test.inbox(owner)).toMatchObject([{ contentId: idOf(replies[2]!), actorId: last, count: 1 }]);
  });
});

describe('preferences', () => {
  it('hide acts while a switch is off, for its owner alone', async () => {
    const [person, other] = [randomUUID(), randomUUID()];
    const set = (changes: object) => test.service.call(notificationRpc.setPreferences, changes, person);
    expect(await test.service.call(notificationRpc.preferences, {}, person)).toEqual({
      preferences: { questionBoosts: true, newReplies: true, reposts: true },
    });
    const now = { now: second(10) };
    expect(await test.service.call(notificationRpc.setPreferences, { questionBoosts: false }, person, now)).toEqual({
      preferences: { questionBoosts: false, newReplies: true, reposts: true },
    });
    await test.engagement.publish(
      toggled(pairOf(randomUUID(), named(person)), 1, second(11)),
      toggled(pairOf(randomUUID(), anonymous(person)), 1, second(11)),
    );
    await test.engagement.publish(toggled(pairOf(randomUUID(), named(other)), 1, second(11)));
    await hasUnread(other, 1);
    await settled();
    expect([await test.unread(person), await test.inbox(person)]).toEqual([0, []]);
    await set({ questionBoosts: true });
    await settled();
    expect(await test.unread(person)).toBe(0);
    await test.content.publish(replyPosted(named(other), named(person), { at: second(12) }));
    await hasUnread(person, 1);
    await expect(test.service.call(notificationRpc.preferences, {}, null)).rejects.toMatchObject({
      code: 'unauthenticated',
    });
  });
});

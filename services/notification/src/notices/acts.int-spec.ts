import { randomUUID } from 'node:crypto';
import {
  contentRpc,
  notificationRpc,
  type Owner,
  PodcastAnswerMarked,
  ReportFiled,
  type RpcInput,
} from '@hearsay/contracts';
import {
  boostPairOf,
  boostToggleFact,
  eventually,
  followed,
  named,
  questionApproved,
  questionAsked,
  removal,
  repostToggleFact,
  roleFact,
  type SourceFact,
  sourceFact,
} from '@hearsay/testing';
import { serviceForBlock } from '@hearsay/testing/service-for-block';
import { describe, expect, it } from '@jest/globals';
import { anonymousOwner, atSecond, replyPosted, startNotification } from '../notification.suite.js';

/** Watchers by question id. The stub of content returns them. */
const watchers = new Map<string, string[]>();
const questionWatchers = (input: unknown) => {
  const { questionId, after, limit } = input as RpcInput<typeof contentRpc.questionWatchers>;
  const all = (watchers.get(questionId) ?? []).toSorted();
  return { watcherIds: all.filter((id) => after === null || id > after).slice(0, limit) };
};

const test = serviceForBlock(() => startNotification({ [contentRpc.questionWatchers.name]: questionWatchers }));

const guest: Owner = { accountId: null, sealed: null };

const asked = (owner: Owner, targetId: string | null, questionId = randomUUID()) =>
  questionAsked(owner, { questionId, targetId, at: atSecond(1) });

const repostOf = (reposterId: string, owner: Owner, contentId: string = randomUUID()) => {
  const content = { contentType: 'question', contentId, questionId: contentId, owner } as const;
  const repost = { ...content, repostId: randomUUID(), reposterId };
  return (toggle = 1) => repostToggleFact(repost, toggle, { at: atSecond(3), isMade: toggle % 2 === 1 });
};

describe('a question', () => {
  it('a question notifies its target unless a rule holds it, an approval the asker', async () => {
    const [target, asker, hidden] = [randomUUID(), randomUUID(), randomUUID()];
    const [open, sealed] = [randomUUID(), randomUUID()];
    const toEveryone = asked(named(asker), null);
    await test.content.publish(
      toEveryone,
      asked(named(asker), target, open),
      asked(anonymousOwner(hidden), target, sealed),
      asked(guest, target),
    );
    const held = asked(named(asker), target);
    await test.content.publish({ ...held, data: { ...held.data, isHeld: true } });
    await test.settled();
    await test.hasUnread(target, 3);
    const notices = await test.inbox(target);
    const question = { kind: 'asked', type: 'question', contentType: 'question' };
    expect(notices).toMatchObject([question, question, question]);
    expect(notices.find(({ contentId }) => contentId === open)).toMatchObject({ actorId: asker });
    expect(notices.filter(({ contentId }) => contentId !== open).map(({ actorId }) => actorId)).toEqual([null, null]);
    expect(await test.inbox(asker)).toEqual([]);
    await test.content.publish(
      questionApproved(named(asker), target, open),
      questionApproved(anonymousOwner(hidden), target, sealed),
    );
    await test.hasUnread(asker, 1);
    await test.hasUnread(hidden, 1);
    expect(await test.inbox(hidden)).toMatchObject([
      { kind: 'approved', type: 'question', contentId: sealed, actorId: target },
    ]);
  });
});

it('an approval and its reply make one notice, even if the reply is removed later', async () => {
  const [asker, target, questionId] = [randomUUID(), randomUUID(), randomUUID()];
  const posted = replyPosted(named(target), named(asker), { questionId, at: atSecond(4) });
  const { replyId } = posted.data as { replyId: string };
  const approved = questionApproved(named(asker), target, questionId, atSecond(4));
  await test.content.publish(
    { ...posted, data: { ...posted.data, isApproval: true } },
    { ...approved, data: { ...approved.data, replyId } },
  );
  await test.hasUnread(asker, 1);
  await test.settled();
  const notice = { kind: 'approved', type: 'question', contentType: 'discussion', contentId: replyId, questionId };
  expect(await test.inbox(asker)).toMatchObject([{ ...notice, actorId: target, count: 1 }]);
  await test.content.publish(removal({ contentType: 'discussion', contentId: replyId, questionId }, 1));
  await test.settled();
  expect(await test.inbox(asker)).toMatchObject([notice]);
});

describe('an answer in an episode', () => {
  const podcastOwnerId = randomUUID();
  const marked = (podcastId: string, questionId: string, owner: Owner, revision = 1) => {
    const isThere = revision % 2 === 1;
    const mark = { podcastId, podcastOwnerId, questionId, questionOwner: isThere ? owner : null, revision };
    return sourceFact(PodcastAnswerMarked, { ...mark, at: isThere ? 845 : null }, { at: atSecond(6) });
  };

  it('an answer notifies a signed or anonymous asker once, until it is withdrawn', async () => {
    const [asker, hidden] = [randomUUID(), randomUUID()];
    const [podcastId, open, sealed] = [randomUUID(), randomUUID(), randomUUID()];
    const all = [marked(podcastId, open, named(asker)), marked(podcastId, sealed, anonymousOwner(hidden))];
    await test.content.publish(...all, marked(podcastId, randomUUID(), guest));
    await test.hasUnread(asker, 1);
    await test.hasUnread(hidden, 1);
    const notice = { kind: 'answered', type: 'other', contentType: 'podcast', contentId: podcastId };
    expect(await test.inbox(asker)).toMatchObject([{ ...notice, questionId: open, actorId: podcastOwnerId, count: 1 }]);
    expect(await test.inbox(hidden)).toMatchObject([{ ...notice, questionId: sealed, actorId: podcastOwnerId }]);
    await test.content.publish(marked(podcastId, open, named(asker), 2));
    await test.settled();
    expect(await test.inbox(asker)).toEqual([]);
    await test.content.publish(marked(podcastId, open, named(asker), 3));
    await test.settled();
    expect(await test.inbox(asker)).toHaveLength(1);
  });

  it('an answer notifies each watcher once, except the asker and the episode’s author', async () => {
    const [asker, hidden, muted] = [randomUUID(), randomUUID(), randomUUID()];
    const [podcastId, open, sealed] = [randomUUID(), randomUUID(), randomUUID()];
    const others = Array.from({ length: 201 }, () => randomUUID());
    watchers.set(open, [asker, podcastOwnerId, muted, ...others]);
    watchers.set(sealed, [hidden, others[0]!]);
    await test.content.publish(
      marked(podcastId, open, named(asker)),
      marked(podcastId, sealed, anonymousOwner(hidden)),
    );
    await test.settled();
    const notice = { kind: 'watched-answered', type: 'other', contentType: 'podcast', contentId: podcastId };
    const about = (questionId: string) => ({ ...notice, questionId, actorId: podcastOwnerId });
    for (const id of [others[1]!, others[200]!]) expect(await test.inbox(id)).toMatchObject([about(open)]);
    expect((await test.inbox(others[0]!)).map(({ questionId }) => questionId).sort()).toEqual([open, sealed].sort());
    for (const id of [asker, hidden]) expect(await test.inbox(id)).toMatchObject([{ kind: 'answered' }]);
    expect(await test.inbox(podcastOwnerId)).toEqual([]);
    // An anonymous asker who watches gets the same row as all watchers, but no read shows it.
    const rowsOf = (id: string) =>
      test.rows(
        `select kind, n.count, length(sight) as length, data - 'recipient' - 'notificationId' - 'number' as data
         from notifications n join events on data ->> 'notificationId' = n.id::text
         where inbox = $1 and data ->> 'questionId' = $2`,
        [id, sealed],
      );
    expect(await rowsOf(hidden)).toEqual(await rowsOf(others[0]!));

    const mutes = { people: [podcastOwnerId], questions: [] };
    const kinds = notificationRpc.NotificationKind.options;
    const read = { before: null, limit: 10, kinds, mutes };
    expect((await test.call(notificationRpc.inbox, read, muted)).notifications).toEqual([]);
    await test.content.publish(marked(podcastId, open, named(asker), 2));
    await test.settled();
    expect(await test.inbox(others[1]!)).toEqual([]);
    await test.content.publish(marked(podcastId, open, named(asker), 3));
    await test.settled();
    expect(await test.inbox(others[1]!)).toHaveLength(1);
  });

  it('an episode’s author gets no notice, and a removed question hides notices', async () => {
    const asker = randomUUID();
    const [gone, removed] = [randomUUID(), randomUUID()];
    await test.content.publish(
      marked(randomUUID(), randomUUID(), named(podcastOwnerId)),
      marked(randomUUID(), randomUUID(), anonymousOwner(podcastOwnerId)),
      marked(randomUUID(), gone, named(asker)),
      marked(removed, randomUUID(), named(asker)),
    );
    await test.hasUnread(asker, 2);
    expect(await test.inbox(podcastOwnerId)).toEqual([]);
    await test.content.publish(removal({ contentType: 'question', contentId: gone, questionId: gone }, 1));
    await test.content.publish(removal({ contentType: 'podcast', contentId: removed, questionId: removed }, 1));
    await test.settled();
    expect(await test.inbox(asker)).toEqual([]);
  });
});

it('one call reads or deletes listed notices, skips unknown ids and keeps reports', async () => {
  const [person, other] = [randomUUID(), randomUUID()];
  const change = (ids: string[], changed: 'read' | 'delete') =>
    test.call(notificationRpc.changeNotifications, { ids, change: changed }, person);
  await test.engagement.publish(
    ...[1, 2, 3].map((n) => boostToggleFact(boostPairOf(randomUUID(), named(person)), 1, atSecond(n))),
  );
  await test.engagement.publish(boostToggleFact(boostPairOf(randomUUID(), named(other)), 1, atSecond(1)));
  await test.identity.publish(roleFact(person, true));
  await test.settled();
  const author = named(randomUUID());
  const filed = {
    reportId: randomUUID(),
    reporterId: other,
    contentType: 'discussion',
    contentId: randomUUID(),
  } as const;
  const words = { questionId: randomUUID(), owner: author, reasonTextId: randomUUID(), previewTextId: null };
  await test.moderation.publish(sourceFact(ReportFiled, { ...filed, ...words }, { at: atSecond(5) }));
  await test.hasUnread(person, 5);
  await test.hasUnread(other, 1);
  const [foreign] = await test.inbox(other);
  const own = await test.inbox(person);
  const boosts = own.filter(({ kind }) => kind === 'boost').map(({ id }) => id);
  const report = own.find(({ kind }) => kind === 'report')!.id;
  await change([boosts[0]!, foreign!.id, randomUUID()], 'read');
  expect([await test.unread(person), await test.unread(other)]).toEqual([4, 1]);
  await change([...boosts.slice(1), report], 'delete');
  const left = await test.inbox(person);
  expect(left.map(({ kind, isRead }) => [kind, isRead]).sort()).toEqual([
    ['boost', true],
    ['report', true],
    ['role', false],
  ]);
});

describe('a repost', () => {
  it('a repost or follow is notified once, even if it is undone and repeated', async () => {
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

  it('a repost of one’s own content makes a hidden row if it is anonymous, else none', async () => {
    const person = randomUUID();
    const rung = await test.bells(person);
    await test.engagement.publish(repostOf(person, named(person))(), repostOf(person, anonymousOwner(person))());
    await test.settled();
    expect([await test.inbox(person), rung]).toEqual([[], []]);
    expect(await test.count("events where type = 'ActNotified' and data ->> 'actorId' = $1", [person])).toBe(1);
  });
});

describe('boosts', () => {
  it('boosts of one content share an unread notification that names the latest booster', async () => {
    const [owner, first, last, contentId] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()];
    const facts = [first, last].map((booster, index) =>
      boostToggleFact(boostPairOf(booster, named(owner), contentId), 1, atSecond(index + 1)),
    );
    await test.engagement.publish(...facts, ...facts);
    await eventually('two boosts', async () => (await test.inbox(owner))[0]?.count === 2);
    await test.settled();
    const content = { contentType: 'question', contentId, questionId: null };
    const act = { kind: 'boost', type: 'boost', isRead: false, createdAt: atSecond(2), count: 2, actorId: last };
    expect(await test.inbox(owner)).toEqual([{ id: expect.any(String), ...content, ...act, level: null }]);
    expect(await test.unread(owner)).toBe(1);
  });

  it('undone boosts lower the count, and the last undo hides the unread notification', async () => {
    const [owner, first, last, contentId] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()];
    const [one, other] = [boostPairOf(first, named(owner), contentId), boostPairOf(last, named(owner), contentId)];
    await test.engagement.publish(
      boostToggleFact(one, 1, atSecond(1)),
      boostToggleFact(other, 1, atSecond(2)),
      boostToggleFact(other, 2, atSecond(3)),
    );
    await test.settled();
    expect(await test.inbox(owner)).toMatchObject([{ count: 1, actorId: first }]);
    await test.engagement.publish(boostToggleFact(one, 2, atSecond(4)));
    await test.hasUnread(owner, 0);
    expect(await test.inbox(owner)).toEqual([]);
    await test.engagement.publish(boostToggleFact(one, 3, atSecond(5)));
    await test.hasUnread(owner, 1);
  });

  it('own boosts are not shown, for named and for anonymous content', async () => {
    const [person, contentId] = [randomUUID(), randomUUID()];
    const own = boostPairOf(person, anonymousOwner(person), contentId);
    const other = boostPairOf(randomUUID(), own.owner, contentId);
    const shown = [{ count: 1, actorId: other.boosterId, createdAt: atSecond(2) }];
    await test.engagement.publish(
      boostToggleFact(boostPairOf(person, named(person)), 1, atSecond(1)),
      boostToggleFact(own, 1, atSecond(1)),
    );
    await test.settled();
    expect(await test.inbox(person)).toEqual([]);
    await test.engagement.publish(boostToggleFact(other, 1, atSecond(2)));
    await test.hasUnread(person, 1);
    expect(await test.inbox(person)).toMatchObject(shown);
    await test.engagement.publish(boostToggleFact(own, 2, atSecond(3)), boostToggleFact(own, 3, atSecond(4)));
    await test.settled();
    expect(await test.inbox(person)).toMatchObject(shown);
    await test.engagement.publish(boostToggleFact(other, 2, atSecond(5)));
    await test.hasUnread(person, 0);
    expect(await test.inbox(person)).toEqual([]);
  });
});

describe('a removed reply', () => {
  it('a removed reply lowers the count of its notification', async () => {
    const [owner, first, last, questionId] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()];
    const replies = [named(first), anonymousOwner(owner), named(last)].map((author, index) =>
      replyPosted(author, named(owner), { questionId, at: atSecond(index + 1) }),
    );
    const ids = replies.map(({ data }) => (data as { replyId: string }).replyId);
    const turned = (index: number, revision: number): SourceFact =>
      removal({ contentType: 'discussion', contentId: ids[index]!, questionId }, revision);
    await test.content.publish(...replies);
    await eventually('two replies', async () => (await test.inbox(owner))[0]?.count === 2);
    await test.content.publish(turned(2, 1));
    await eventually('one reply', async () => (await test.inbox(owner))[0]?.count === 1);
    expect(await test.inbox(owner)).toMatchObject([{ contentId: ids[0], actorId: first, createdAt: atSecond(1) }]);
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

it('a switch hides only acts that happened while it was off, and only from its owner', async () => {
  const [person, other] = [randomUUID(), randomUUID()];
  const boostOf = (owner: Owner) => boostToggleFact(boostPairOf(randomUUID(), owner), 1, atSecond(11));
  const on = { questionBoosts: true, newReplies: true, reposts: true, reveals: true };
  expect(await test.call(notificationRpc.preferences, {}, person)).toEqual({ preferences: on });
  const off = await test.setPreferences(person, { questionBoosts: false }, { now: atSecond(10) });
  expect(off).toEqual({ preferences: { ...on, questionBoosts: false } });
  await test.engagement.publish(boostOf(named(person)), boostOf(anonymousOwner(person)), boostOf(named(other)));
  await test.hasUnread(other, 1);
  await test.settled();
  expect([await test.unread(person), await test.inbox(person)]).toEqual([0, []]);
  await test.setPreferences(person, { questionBoosts: true });
  await test.settled();
  expect(await test.unread(person)).toBe(0);
  await test.content.publish(replyPosted(named(other), named(person), { at: atSecond(12) }));
  await test.hasUnread(person, 1);
  await expect(test.call(notificationRpc.preferences, {}, null)).rejects.toMatchObject({ code: 'unauthenticated' });
});

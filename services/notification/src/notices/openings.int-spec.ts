import { randomUUID } from 'node:crypto';
import { Boosted, contentRpc, notificationRpc, type Owner, Refusal, Revealed, type RpcInput } from '@hearsay/contracts';
import { boostPairOf, eventually, named, sourceFact } from '@hearsay/testing';
import { serviceForBlock } from '@hearsay/testing/service-for-block';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { anonymousOwner, atSecond, startNotification } from '../notification.suite.js';

type Asked = RpcInput<typeof contentRpc.openingBoosters>;

const people = (count: number) => Array.from({ length: count }, () => randomUUID()).sort();
/** The boosters that the stub of content returns. */
let boosters: string[] = [];
/** The people among `boosters` who only watch the question. */
let watchers = new Set<string>();
let boosts: number | null = null;
let asked: Asked[] = [];
let beforeAnswer: (opening: Asked) => Promise<void> | void = () => undefined;

const openingBoosters = async (input: unknown) => {
  const opening = input as Asked;
  asked.push(opening);
  await beforeAnswer(opening);
  const behind = boosters.filter((id) => opening.after === null || id > opening.after);
  const told = behind.slice(0, opening.limit).map((id) => ({ accountId: id, hasBoosted: !watchers.has(id) }));
  return { boosts: boosts ?? boosters.length, people: told };
};
const test = serviceForBlock(() =>
  startNotification({
    [contentRpc.openingBoosters.name]: openingBoosters,
    [contentRpc.loweredBoosters.name]: openingBoosters,
  }),
);
beforeEach(() => {
  asked = [];
  watchers = new Set();
  boosts = null;
  beforeAnswer = () => undefined;
});

const openedBy = (openerId: string, owner: Owner, { questionId = randomUUID(), at = atSecond(1), ...over } = {}) => {
  const { contentId: _, ...pair } = boostPairOf(openerId, owner, questionId);
  const counts = { boostCount: boosters.length, boostPeak: boosters.length, revision: boosters.length, toggle: 1 };
  const about = { contentType: 'question' as const, contentId: questionId, questionId };
  return sourceFact(Boosted, { ...pair, ...about, ...counts, hasReachedThreshold: true, ...over }, { at });
};
const published = async (...args: Parameters<typeof openedBy>) => {
  const fact = openedBy(...args);
  await test.engagement.publish(fact);
  await test.settled();
  return fact;
};
const noticesOf = async (id: string) => (await test.inbox(id)).filter(({ kind }) => kind === 'opening');
const toldOf = async (ids: readonly string[]) => {
  const lists = await Promise.all(ids.map(async (id) => [id, (await noticesOf(id)).length] as const));
  return lists.filter(([, count]) => count > 0).map(([id]) => id);
};
const events = (id: string) =>
  test.count("events where type = 'OpeningNotified' and data -> 'recipient' ->> 'accountId' = $1", [id]);
const toldAbout = async (questionId: string) => {
  const recipients =
    "select data -> 'recipient' ->> 'accountId' as id from events where type = 'OpeningNotified' and data ->> 'questionId' = $1";
  return (await test.rows<{ id: string }>(recipients, [questionId])).map(({ id }) => id).sort();
};

describe('notices of a question that boosts opened', () => {
  it('each booster except the opener gets one notice with the number of boosts', async () => {
    const author = randomUUID();
    boosters = people(3);
    const [one, opener, other] = boosters as [string, string, string];
    boosts = 10;
    const questionId = randomUUID();
    const bells = await test.bells(one);
    const fact = await published(opener, named(author), { questionId });
    expect(await toldOf([...boosters, author])).toEqual([one, other]);
    const about = { contentType: 'question', contentId: questionId, questionId: null, actorId: null, count: 10 };
    const notice = { id: expect.any(String), kind: 'opening', type: 'other', isRead: false, createdAt: atSecond(1) };
    expect(await test.inbox(one)).toEqual([{ ...notice, ...about, level: null }]);
    await eventually('the bell', async () => bells.length > 0);
    expect(asked[0]).toMatchObject({ questionId, boostPeak: 3, revision: 3, after: null });

    await test.delete(one, (await test.inbox(one))[0]!.id);
    await test.engagement.publish(fact, openedBy(other, named(author), { questionId }));
    await test.settled();
    expect(await test.inbox(one)).toEqual([]);
    expect(await events(one)).toBe(1);
    expect(await noticesOf(other)).toHaveLength(1);
  });

  it('the inbox returns the notice only to callers that name its kind', async () => {
    boosters = people(2);
    const [one, opener] = boosters as [string, string];
    await published(opener, named(randomUUID()));
    expect((await test.call(notificationRpc.inbox, { before: null, limit: 10 }, one)).notifications).toEqual([]);
    expect(await test.call(notificationRpc.news, {}, one)).toEqual({ unread: 1, newest: null });
    expect(await test.news(one)).toMatchObject({ unread: 1, newest: { kind: 'opening' } });
    await test.rows("update notifications set kind = 'of-a-later-release' where inbox = $1", [one]);
    expect(await test.inbox(one)).toEqual([]);
  });

  it('content is not asked for boosters if the boost opened nothing or is a week old', async () => {
    boosters = people(2);
    const opener = boosters[1]!;
    await published(opener, named(randomUUID()), { hasReachedThreshold: false } as object);
    await published(opener, named(randomUUID()), { at: new Date(Date.now() - 8 * 86_400_000).toISOString() });
    expect(asked).toEqual([]);
    expect(await toldOf(boosters)).toEqual([]);
  });

  it('the author of a signed question gets no notice', async () => {
    boosters = people(3);
    const [author, one, opener] = boosters as [string, string, string];
    await published(opener, named(author));
    expect(await toldOf(boosters)).toEqual([one]);
    expect(await events(author)).toBe(0);
  });

  it('an anonymous author who boosted gets an equal row, which no read shows', async () => {
    boosters = people(3);
    const [author, one, opener] = boosters as [string, string, string];
    boosts = 10;
    const rung = await test.bells(author);
    const owner = anonymousOwner(author);
    await published(opener, owner);
    expect(await toldOf(boosters)).toEqual([one]);
    // The author gets a bell only for the notification of the boost.
    expect((await test.inbox(author)).map(({ kind }) => kind)).toEqual(['boost']);
    expect(rung).toHaveLength(1);
    expect([await events(author), await events(one)]).toEqual([1, 1]);
    const rowOf = (id: string) =>
      test.rows(
        `select kind, n.number, n.count, length(sight) as length, data - 'recipient' - 'notificationId' as data
         from notifications n join events on data ->> 'notificationId' = n.id::text where inbox = $1`,
        [id],
      );
    const [own, others] = await Promise.all([rowOf(author), rowOf(one)]);
    expect(own).toHaveLength(1);
    expect(own).toEqual(others);
  });

  it('a person whose switch `reveals` is off when the slice runs gets no notice', async () => {
    boosters = people(4);
    const [off, others, again, opener] = boosters as [string, string, string, string];
    await test.setPreferences(off, { reveals: false });
    await test.setPreferences(others, { questionBoosts: false, newReplies: false, reposts: false });
    await test.setPreferences(again, { reveals: false });
    await test.setPreferences(again, { reveals: true });
    await published(opener, anonymousOwner(randomUUID()));
    expect(await toldOf(boosters)).toEqual([others, again]);
    await test.setPreferences(off, { reveals: true });
    expect(await toldOf([off])).toEqual([]);
    await test.setPreferences(others, { reveals: false });
    expect(await toldOf([others])).toEqual([others]);
  });

  it('each slice reads the audience when it runs, and a repeated slice adds no notice', async () => {
    const all = people(450);
    boosters = all;
    const [gone, off] = [all[210]!, all[420]!];
    boosts = 450;
    let isRefused = false;
    beforeAnswer = async ({ after }) => {
      if (after === null) return;
      boosters = all.filter((id) => id !== gone);
      await test.setPreferences(off, { reveals: false });
      if (isRefused) return;
      isRefused = true;
      throw new Refusal('unavailable');
    };
    const fact = await published(all[0]!, named(randomUUID()));
    const expected = all.filter((id) => id !== all[0] && id !== gone && id !== off);
    expect(await toldAbout(asked[0]!.questionId)).toEqual(expected);
    await test.engagement.publish(fact);
    await test.settled();
    expect(await toldAbout(asked[0]!.questionId)).toEqual(expected);
  });

  it('people who only watch get a notice of another kind', async () => {
    boosters = people(3);
    const [watcher, one, opener] = boosters as [string, string, string];
    watchers = new Set([watcher]);
    const questionId = randomUUID();
    await published(opener, named(randomUUID()), { questionId });
    const about = { type: 'other', contentType: 'question', contentId: questionId };
    expect(await test.inbox(watcher)).toMatchObject([{ kind: 'heard', ...about }]);
    expect(await test.inbox(one)).toMatchObject([{ kind: 'opening', ...about }]);
  });

  it('watchers get a notice even if a single boost opened the question', async () => {
    boosters = people(1);
    watchers = new Set(boosters);
    await published(randomUUID(), anonymousOwner(randomUUID()), { boostPeak: 1 } as object);
    expect(await test.inbox(boosters[0]!)).toMatchObject([{ kind: 'heard' }]);
  });

  it('the remaining slices notify no one after the question is removed', async () => {
    const all = people(250);
    boosters = all;
    beforeAnswer = ({ after }) => {
      if (after !== null) boosters = [];
    };
    await published(all[0]!, named(randomUUID()));
    expect(await toldAbout(asked[0]!.questionId)).toEqual(all.slice(1, 200));
  });
});

describe('notices of a question that its asker opened', () => {
  const openedFor = async (owner: Owner, over: object = {}) => {
    const questionId = randomUUID();
    const reveal = { questionId, owner, threshold: 2, revealCount: boosters.length, number: 4, countsRevision: 9 };
    await test.content.publish(sourceFact(Revealed, { ...reveal, ...over }, { at: atSecond(1) }));
    await test.settled();
    return questionId;
  };

  it('every booster gets a notice with the count at the opening, but not the asker', async () => {
    const author = randomUUID();
    boosters = people(2);
    const questionId = await openedFor(named(author));
    expect(await toldOf(boosters)).toEqual(boosters);
    expect(asked).toMatchObject([{ questionId, number: 4, revision: 9, after: null }]);
    expect(await test.inbox(author)).toEqual([]);
    boosters = people(1);
    await openedFor(named(author));
    expect(await noticesOf(boosters[0]!)).toMatchObject([{ count: 1 }]);
  });

  it('content is not asked for boosters if boosts opened the question', async () => {
    boosters = people(2);
    await openedFor(named(randomUUID()), { countsRevision: undefined });
    expect(asked).toEqual([]);
  });
});

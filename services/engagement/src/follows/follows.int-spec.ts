import { randomUUID } from 'node:crypto';
import { AccountHidden, AccountShown, engagementRpc, MuteChanged } from '@hearsay/contracts';
import type { StoredEvent } from '@hearsay/event-store';
import { accountFact, eventually, sourceFact } from '@hearsay/testing';
import { describe, expect, it } from '@jest/globals';
import { isHidingUndone } from '../accounts/accounts.projector.js';
import { hiddenAccountsReactor } from '../accounts/hidden-accounts.reactor.js';
import { RepostQueries } from '../reposts/repost.queries.js';
import { expectRefusal, useEngagement } from '../tests/engagement-under-test.suite.js';
import { followRows } from './follow.projection.js';
import { FollowQueries } from './follow.queries.js';

const engagement = useEngagement();
const { follow } = engagement;

const newPeople = (count: number) => Array.from({ length: count }, () => randomUUID() as string);
const trio = () => newPeople(3) as [string, string, string];
const countsOf = async (accountId: string, viewer: string | null = null) =>
  (await engagement.call(engagementRpc.followCounts, { accountIds: [accountId] }, viewer)).counts[0]!;
const until = (accountId: string, counts: Partial<Awaited<ReturnType<typeof countsOf>>>) =>
  eventually(`the counts are ${JSON.stringify(counts)}`, async () => {
    const found: object = await countsOf(accountId);
    return Object.entries({ ...found, ...counts }).every(([name, value]) => Reflect.get(found, name) === value);
  });
const publish = (accountId: string, isHidden: boolean) =>
  engagement.identity.publish(accountFact(isHidden ? AccountHidden : AccountShown, accountId));
/** Resolves when all published events of identity are applied. */
const untilApplied = () => engagement.settled(engagement.identity);

describe('following', () => {
  it('a follow changes the counts of both people, and `isFollowing` of the follower', async () => {
    const [maya, jonas, amara] = trio();
    expect(await follow(jonas, maya)).toEqual({ isFollowing: true, followerCount: 1 });
    expect(await follow(amara, maya)).toEqual({ isFollowing: true, followerCount: 2 });
    const ofMaya = { accountId: maya, followerCount: 2, followingCount: 0 };
    expect(await countsOf(maya, jonas)).toEqual({ ...ofMaya, isFollowing: true });
    expect(await countsOf(maya)).toEqual({ ...ofMaya, isFollowing: false });
    const ofJonas = { accountId: jonas, followerCount: 0, followingCount: 1 };
    expect(await countsOf(jonas, maya)).toEqual({ ...ofJonas, isFollowing: false });
    expect(await follow(jonas, maya, false)).toEqual({ isFollowing: false, followerCount: 1 });
    expect(await countsOf(jonas)).toMatchObject({ followingCount: 0 });
  });

  it('`followersAmong` returns the given people who follow a person', async () => {
    const [followed, fan, leaver] = trio();
    const other = randomUUID();
    await follow(fan, followed);
    await follow(leaver, followed);
    await follow(leaver, followed, false);
    await follow(followed, other);
    const among = (accountIds: string[]) =>
      engagement.call(engagementRpc.followersAmong, { followedId: followed, accountIds }, null);
    expect(await among([other, leaver, fan])).toEqual({ followerIds: [fan] });
    expect(await among([])).toEqual({ followerIds: [] });
  });

  it('a repeated follow and an unfollow without a follow change nothing', async () => {
    const [maya, jonas] = trio();
    expect(await follow(jonas, maya, false)).toEqual({ isFollowing: false, followerCount: 0 });
    const answers = await Promise.all(Array.from({ length: 20 }, () => follow(jonas, maya)));
    expect(new Set(answers.map(({ followerCount }) => followerCount))).toEqual(new Set([1]));
    expect(await engagement.count(`events where data ->> 'followedId' = $1`, [maya])).toBe(1);
  });

  it('a person cannot follow themselves', async () => {
    const [maya] = trio();
    await expectRefusal(follow(maya, maya), 'invalid_input');
  });

  it('a follow ends when the followed person blocks the follower, but not at a mute', async () => {
    const [maya, jonas] = trio();
    const change = async (kind: 'block' | 'person', accountId: string, mutedId: string, isOn: boolean) => {
      await engagement.identity.publish(
        sourceFact(MuteChanged, { kind, accountId, mutedId, isOn }, { at: new Date().toISOString() }),
      );
      await untilApplied();
    };
    const areFollowing = async () => [
      (await countsOf(maya, jonas)).isFollowing,
      (await countsOf(jonas, maya)).isFollowing,
    ];
    await follow(jonas, maya);
    await follow(maya, jonas);
    await change('person', maya, jonas, true);
    expect(await areFollowing()).toEqual([true, true]);
    await change('block', maya, jonas, true);
    expect(await areFollowing()).toEqual([false, true]);
    await change('block', maya, jonas, false);
    expect(await areFollowing()).toEqual([false, true]);
  });

  it('counts are exact when people follow each other at the same time', async () => {
    const people = newPeople(12);
    const pairs = people.flatMap((one) => people.flatMap((other) => (one === other ? [] : [[one, other] as const])));
    await Promise.all(pairs.map((pair) => follow(...pair)));
    for (const person of people)
      expect(await countsOf(person)).toMatchObject({ followerCount: 11, followingCount: 11 });
  });

  it('a repeated call with the same key gets the first result', async () => {
    const [maya, jonas, amara] = trio();
    const key = { idempotencyKey: randomUUID() };
    const first = await follow(jonas, maya, true, key);
    await follow(amara, maya);
    expect(await follow(jonas, maya, true, key)).toEqual(first);
    const gone = { accountId: maya, isFollowing: true, isGone: true };
    const whenGone = (context: object) => engagement.call(engagementRpc.setFollow, gone, jonas, context);
    expect(await whenGone(key)).toEqual(first);
    await expectRefusal(whenGone({ idempotencyKey: randomUUID() }), 'not_found');
  });
});

describe('follows of a hidden account', () => {
  it('follows of a hidden account count again when both people are visible', async () => {
    const [maya, jonas, amara] = trio();
    await follow(jonas, maya);
    await follow(maya, amara);
    await follow(amara, jonas);
    await publish(maya, true);
    await until(amara, { followerCount: 0 });
    expect(await countsOf(jonas)).toMatchObject({ followingCount: 0, followerCount: 1 });
    expect((await countsOf(maya, jonas)).isFollowing).toBe(false);
    await publish(jonas, true);
    await until(amara, { followingCount: 0 });
    await publish(maya, false);
    await until(amara, { followerCount: 1 });
    expect(await countsOf(maya)).toMatchObject({ followerCount: 0, followingCount: 1 });
    await publish(jonas, false);
    await until(maya, { followerCount: 1 });
    expect(await countsOf(jonas)).toMatchObject({ followingCount: 1, followerCount: 1 });
  });

  it('follows that ended while the account was hidden are not restored', async () => {
    const [maya, jonas] = trio();
    await follow(jonas, maya);
    await publish(maya, true);
    await until(jonas, { followingCount: 0 });
    await follow(jonas, maya, false);
    await publish(maya, false);
    await untilApplied();
    expect(await countsOf(jonas)).toMatchObject({ followingCount: 0 });
  });
});

describe('an account with more followers than a slice takes', () => {
  const most = 450;
  const famous = async () => {
    const accountId = randomUUID();
    await Promise.all(newPeople(most).map((fan) => follow(fan, accountId)));
    await engagement.repost(engagement.targetOf('question'), accountId);
    expect(await countsOf(accountId)).toMatchObject({ followerCount: most });
    return accountId;
  };

  it.each([
    ['hidden', [true], 0],
    ['hidden and shown', [true, false], most],
    ['hidden, shown and hidden', [true, false, true], 0],
    ['hidden, shown, hidden and shown', [true, false, true, false], most],
    ['hidden and shown, one after the other', [true, 'applied', false], most],
  ] as const)('follows and reposts match the last of these events: %s', async (_name, steps, standing) => {
    const accountId = await famous();
    for (const step of steps) await (step === 'applied' ? untilApplied() : publish(accountId, step));
    await untilApplied();
    expect(await countsOf(accountId)).toMatchObject({ followerCount: standing });
    const counted = await engagement.rows(
      `select count(*) filter (where is_following)::int as standing, count(*) filter (where suspended_by <> '{}')::int as suspended
       from follows where followed_id = $1`,
      [accountId],
    );
    expect(counted).toEqual([{ standing, suspended: most - standing }]);
    expect(await engagement.repostsOf(accountId)).toHaveLength(standing === 0 ? 0 : 1);
  });

  it('the reactor suspends follows in slices by id, and stops at an undone hiding', async () => {
    const accountId = await famous();
    const { pool } = engagement.service;
    const queries = { follows: new FollowQueries(pool), reposts: new RepostQueries(pool) };
    const data = { accountId, removalId: randomUUID(), revision: 1 };
    const event = { type: AccountHidden.type, data } as StoredEvent<typeof AccountHidden>;
    const sizes: number[] = [];
    const standing = hiddenAccountsReactor({ ...queries, isHidingUndone: async () => false });
    for (let after: string | null = null, isMore = true; isMore; ) {
      const { commands, next } = await standing.slice(event, after, 200);
      sizes.push(commands.length);
      [after, isMore] = [next, next !== null];
    }
    expect(sizes).toEqual([200, 200, 50, 0, 1]);
    const undone = hiddenAccountsReactor({ ...queries, isHidingUndone: async () => true });
    expect(await undone.slice(event, 'followers:', 200)).toEqual({ commands: [], next: null });
    expect([await isHidingUndone(pool, accountId, 1), await isHidingUndone(pool, randomUUID(), 1)]).toEqual([
      false,
      false,
    ]);
    for (const isHidden of [true, false]) await publish(accountId, isHidden);
    await eventually('the undo is known', () => isHidingUndone(pool, accountId, 1));
    expect(await isHidingUndone(pool, accountId, 2)).toBe(false);
  });
});

describe('random follows', () => {
  it('after random follows, the counts equal the rows and a replay of the log', async () => {
    const people = newPeople(8);
    const pick = () => people[Math.floor(Math.random() * people.length)]!;
    for (let round = 0; round < 8; round += 1) {
      await Promise.allSettled(Array.from({ length: 30 }, () => follow(pick(), pick(), Math.random() < 0.6)));
      await publish(pick(), Math.random() < 0.5);
    }
    await untilApplied();
    const counted = await engagement.rows<Record<string, number>>(
      `select followers, following,
         (select count(*)::int from follows f where f.followed_id = c.account_id and f.is_following) as follower_rows,
         (select count(*)::int from follows f where f.follower_id = c.account_id and f.is_following) as following_rows
       from follow_counts c`,
    );
    for (const row of counted) expect([row.followers, row.following]).toEqual([row.follower_rows, row.following_rows]);
    // Deletes rows of people without a follow, which commands insert only to lock them. A rebuild lacks such rows.
    await engagement.rows(
      'delete from follow_counts c where not exists (select 1 from follows f where c.account_id in (f.follower_id, f.followed_id))',
    );
    await engagement.expectSameAfterRebuild(followRows);
  });
});

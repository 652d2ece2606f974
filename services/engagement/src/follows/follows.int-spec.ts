import { randomUUID } from 'node:crypto';
import { AccountHidden, AccountShown, engagementRpc } from '@hearsay/contracts';
import { rebuildReadModel, type StoredEvent } from '@hearsay/event-store';
import {
  type EventSource,
  eventually,
  randomSealKeys,
  sourceFact,
  startEventSource,
  startTestService,
  type TestService,
  tableRows,
  uniqueSubjectPrefix,
} from '@hearsay/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { hiddenAccountsReactor } from '../accounts/hidden-accounts.reactor.js';
import { isUndone } from '../accounts/newest-hidings.projector.js';
import { engagement } from '../engagement.definition.js';
import { RepostQueries } from '../reposts/repost.queries.js';
import { followRows } from './follow.projection.js';
import { FollowQueries } from './follow.queries.js';

let service: TestService;
let identity: EventSource;

beforeAll(async () => {
  const prefix = uniqueSubjectPrefix();
  service = await startTestService(engagement, randomSealKeys(), { prefix });
  identity = await startEventSource('identity', service.connection, prefix);
});
afterAll(async () => {
  await identity.stop();
  await service.stop();
});

const set = (follower: string | null, followed: string, isFollowing: boolean, context: object = {}) =>
  service.call(engagementRpc.setFollow, { accountId: followed, isFollowing }, follower, context);
const countsOf = async (accountId: string, viewer: string | null = null) =>
  (await service.call(engagementRpc.followCounts, { accountIds: [accountId] }, viewer)).counts[0]!;
const revisions = new Map<string, number>();
const publish = async (accountId: string, isHidden: boolean) => {
  const revision = (revisions.get(accountId) ?? 0) + 1;
  revisions.set(accountId, revision);
  const definition = isHidden ? AccountHidden : AccountShown;
  const data = { accountId, removalId: randomUUID(), revision };
  await identity.publish(
    sourceFact(definition as typeof AccountHidden, data, { at: '2026-11-20T10:00:00.000Z', routingId: accountId }),
  );
};

const untilApplied = async () => {
  const [witness, followed] = [randomUUID(), randomUUID()];
  await set(witness, followed, true);
  await publish(witness, true);
  await eventually(
    'what was published last has been applied',
    async () => (await countsOf(followed)).followerCount === 0,
  );
};

describe('following', () => {
  it('counts for both people, and is marked for the viewer alone', async () => {
    const [maya, jonas, amara] = [randomUUID(), randomUUID(), randomUUID()];
    expect(await set(jonas, maya, true)).toEqual({ isFollowing: true, followerCount: 1 });
    expect(await set(amara, maya, true)).toEqual({ isFollowing: true, followerCount: 2 });
    expect(await countsOf(maya, jonas)).toEqual({
      accountId: maya,
      followerCount: 2,
      followingCount: 0,
      isFollowing: true,
    });
    expect(await countsOf(maya)).toMatchObject({ isFollowing: false });
    expect(await countsOf(jonas, maya)).toEqual({
      accountId: jonas,
      followerCount: 0,
      followingCount: 1,
      isFollowing: false,
    });
    expect(await set(jonas, maya, false)).toEqual({ isFollowing: false, followerCount: 1 });
    expect(await countsOf(jonas)).toMatchObject({ followingCount: 0 });
  });

  it('tells which of some people follow a person', async () => {
    const [followed, fan, leaver, other] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()];
    await set(fan, followed, true);
    await set(leaver, followed, true);
    await set(leaver, followed, false);
    await set(followed, other, true);
    const among = (accountIds: string[]) =>
      service.call(engagementRpc.followersAmong, { followedId: followed, accountIds }, null);
    expect(await among([other, leaver, fan])).toEqual({ followerIds: [fan] });
    expect(await among([])).toEqual({ followerIds: [] });
  });

  it('changes nothing when repeated, nor does an unfollow without a follow', async () => {
    const [maya, jonas] = [randomUUID(), randomUUID()];
    expect(await set(jonas, maya, false)).toEqual({ isFollowing: false, followerCount: 0 });
    const answers = await Promise.all(Array.from({ length: 20 }, () => set(jonas, maya, true)));
    expect(new Set(answers.map(({ followerCount }) => followerCount))).toEqual(new Set([1]));
    const events = await service.service.pool.query('select 1 from events where data ->> $1 = $2', [
      'followedId',
      maya,
    ]);
    expect(events.rows).toHaveLength(1);
  });

  it('is refused to visitors, and of the own account', async () => {
    const maya = randomUUID();
    await expect(set(maya, maya, true)).rejects.toMatchObject({ code: 'invalid_input' });
    await expect(set(null, maya, true)).rejects.toMatchObject({ code: 'unauthenticated' });
  });

  it('ends in exact counts when two people follow each other at once', async () => {
    const people = Array.from({ length: 12 }, () => randomUUID());
    const pairs = people.flatMap((one) =>
      people.filter((other) => other !== one).map((other) => [one, other] as const),
    );
    await Promise.all(pairs.map(([one, other]) => set(one, other, true)));
    for (const person of people)
      expect(await countsOf(person)).toMatchObject({ followerCount: 11, followingCount: 11 });
  });

  it('answers a repeated key with the first result', async () => {
    const [maya, jonas] = [randomUUID(), randomUUID()];
    const idempotencyKey = randomUUID();
    const first = await set(jonas, maya, true, { idempotencyKey });
    await set(randomUUID(), maya, true);
    expect(await set(jonas, maya, true, { idempotencyKey })).toEqual(first);
    const whenGone = (context: object) =>
      service.call(engagementRpc.setFollow, { accountId: maya, isFollowing: true, isGone: true }, jonas, context);
    expect(await whenGone({ idempotencyKey })).toEqual(first);
    await expect(whenGone({ idempotencyKey: randomUUID() })).rejects.toMatchObject({ code: 'not_found' });
  });
});

describe('follows of a hidden account', () => {
  it('count nothing in either direction until both people are visible', async () => {
    const [maya, jonas, amara] = [randomUUID(), randomUUID(), randomUUID()];
    await set(jonas, maya, true);
    await set(maya, amara, true);
    await set(amara, jonas, true);
    await publish(maya, true);
    await eventually('both follows of Maya are gone', async () => (await countsOf(amara)).followerCount === 0);
    expect(await countsOf(jonas)).toMatchObject({ followingCount: 0, followerCount: 1 });
    expect((await countsOf(maya, jonas)).isFollowing).toBe(false);
    await publish(jonas, true);
    await eventually('Jonas is hidden as well', async () => (await countsOf(amara)).followingCount === 0);
    await publish(maya, false);
    await eventually('Maya follows Amara again', async () => (await countsOf(amara)).followerCount === 1);
    expect(await countsOf(maya)).toMatchObject({ followerCount: 0, followingCount: 1 });
    await publish(jonas, false);
    await eventually('Jonas follows Maya again', async () => (await countsOf(maya)).followerCount === 1);
    expect(await countsOf(jonas)).toMatchObject({ followingCount: 1, followerCount: 1 });
  });

  it('do not return if they were taken back during the hiding', async () => {
    const [maya, jonas] = [randomUUID(), randomUUID()];
    await set(jonas, maya, true);
    await publish(maya, true);
    await eventually('the follow is gone', async () => (await countsOf(jonas)).followingCount === 0);
    await set(jonas, maya, false);
    await publish(maya, false);
    await untilApplied();
    expect(await countsOf(jonas)).toMatchObject({ followingCount: 0 });
  });
});

describe('an account with more followers than a slice takes', () => {
  const most = 450;
  const famous = async () => {
    const accountId = randomUUID();
    await Promise.all(Array.from({ length: most }, () => set(randomUUID(), accountId, true)));
    expect(await countsOf(accountId)).toMatchObject({ followerCount: most });
    return accountId;
  };
  const rowsOf = async (accountId: string) =>
    (
      await service.service.pool.query<{ standing: number; suspended: number }>(
        `select count(*) filter (where is_following)::int as standing, count(*) filter (where suspended_by <> '{}')::int as suspended
         from follows where followed_id = $1`,
        [accountId],
      )
    ).rows[0];

  it.each([
    ['hidden', [true], 0],
    ['hidden and shown', [true, false], most],
    ['hidden, shown and hidden', [true, false, true], 0],
    ['hidden, shown, hidden and shown', [true, false, true, false], most],
  ])('stands as the last event says: %s', async (_name, facts, standing) => {
    const accountId = await famous();
    for (const isHidden of facts) await publish(accountId, isHidden);
    await untilApplied();
    expect(await countsOf(accountId)).toMatchObject({ followerCount: standing });
    expect(await rowsOf(accountId)).toEqual({ standing, suspended: most - standing });
  });

  it('suspends them in slices by id, and stops when the hiding is undone', async () => {
    const accountId = await famous();
    const { pool } = service.service;
    const queries = { follows: new FollowQueries(pool), reposts: new RepostQueries(pool) };
    const event = {
      type: AccountHidden.type,
      data: { accountId, removalId: randomUUID(), revision: 1 },
    } as StoredEvent<typeof AccountHidden>;
    const sizes: number[] = [];
    const standing = hiddenAccountsReactor({ ...queries, isUndone: async () => false });
    for (let after: string | null = null, isMore = true; isMore; ) {
      const { commands, next } = await standing.slice(event, after, 200);
      sizes.push(commands.length);
      [after, isMore] = [next, next !== null];
    }
    expect(sizes).toEqual([200, 200, 50, 0, 0]);
    const undone = hiddenAccountsReactor({ ...queries, isUndone: async () => true });
    expect(await undone.slice(event, 'followers:', 200)).toEqual({ commands: [], next: null });
    expect([await isUndone(pool, accountId, 1), await isUndone(pool, randomUUID(), 1)]).toEqual([false, false]);
    await publish(accountId, true);
    await publish(accountId, false);
    await eventually('the undo is known', () => isUndone(pool, accountId, 1));
    expect(await isUndone(pool, accountId, 2)).toBe(false);
  });
});

describe('random follows', () => {
  it('leave counts that equal the rows and a replay of the log', async () => {
    const { pool } = service.service;
    const people = Array.from({ length: 8 }, () => randomUUID());
    const pick = () => people[Math.floor(Math.random() * people.length)]!;
    for (let round = 0; round < 8; round += 1) {
      await Promise.allSettled(Array.from({ length: 30 }, () => set(pick(), pick(), Math.random() < 0.6)));
      await publish(pick(), Math.random() < 0.5);
    }
    await untilApplied();
    const counted = await pool.query<Record<string, number>>(
      `select followers, following,
         (select count(*)::int from follows f where f.followed_id = c.account_id and f.is_following) as follower_rows,
         (select count(*)::int from follows f where f.follower_id = c.account_id and f.is_following) as following_rows
       from follow_counts c`,
    );
    for (const row of counted.rows)
      expect([row.followers, row.following]).toEqual([row.follower_rows, row.following_rows]);
    await pool.query(
      'delete from follow_counts c where not exists (select 1 from follows f where c.account_id in (f.follower_id, f.followed_id))',
    );
    const live = await tableRows(pool, followRows.tables);
    const { ownerUrl, role } = service.database;
    await rebuildReadModel({ ownerUrl, role, model: followRows, progress: () => undefined });
    expect(await tableRows(pool, followRows.tables)).toEqual(live);
  });
});

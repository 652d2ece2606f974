import { randomUUID } from 'node:crypto';
import { gamificationRpc, LevelChanged, XpGranted } from '@hearsay/contracts';
import { rebuildProjector } from '@hearsay/event-store';
import { defaultDailyCaps } from '@hearsay/game-rules';
import { countedBuffers, eventually, pairOf, tableRows, toggled } from '@hearsay/testing';
import { aService } from '@hearsay/testing/a-service';
import { describe, expect, it } from '@jest/globals';
import { boostsProjector } from '../boosts/boosts.projector.js';
import { anonymousXp, at, named, questionAsked, replyPosted, startGamification } from '../gamification.suite.js';
import { seededShuffle } from './seeded-shuffle.suite.js';
import { XpQueries } from './xp.queries.js';

const caps = { ...defaultDailyCaps, 'boost-given': 20, 'question-posted': 30 };

const game = aService(() => startGamification({ caps }));

const hasXp = (accountId: string, xp: number) => eventually(`${xp} XP`, async () => (await game.xp(accountId)) === xp);
const levelsToSettle = async () =>
  (await game.service.service.pool.query<{ count: number }>('select count(*)::int as count from level_checks')).rows[0]!
    .count;
const settled = async () => {
  const marker = randomUUID();
  await game.content.publish(questionAsked(named(marker)));
  await hasXp(marker, 10);
  const booster = randomUUID();
  await game.engagement.publish(toggled(pairOf(booster, named(randomUUID())), 1));
  await hasXp(booster, 5);
};

describe('XP', () => {
  it('is paid once for a question, also when the event is repeated', async () => {
    const asker = randomUUID();
    const asked = questionAsked(named(asker));
    await game.content.publish(asked, asked);
    await game.content.publish(asked);
    await settled();
    expect(await game.xp(asker)).toBe(10);
    const activities = await game.activities(asker);
    expect(activities).toMatchObject([
      {
        rule: 'question-posted',
        amount: 10,
        counted: 10,
        isReversed: false,
        reversedBecause: null,
        contentType: 'question',
        createdAt: at,
      },
    ]);
  });

  it('is paid for a person’s first reply to another person’s question', async () => {
    const [asker, replier] = [randomUUID(), randomUUID()];
    const question = { id: randomUUID(), owner: named(asker) };
    await game.content.publish(
      replyPosted(named(replier), question),
      replyPosted(named(replier), question),
      replyPosted(named(asker), question),
    );
    await settled();
    expect(await game.xp(replier)).toBe(15);
    expect(await game.xp(asker)).toBe(0);
  });

  it('goes to booster and owner, and follows the boost back and forth', async () => {
    const [booster, owner] = [randomUUID(), randomUUID()];
    const pair = pairOf(booster, named(owner));
    await game.engagement.publish(toggled(pair, 1));
    await hasXp(booster, 5);
    expect(await game.xp(owner)).toBe(3);

    const undone = toggled(pair, 2);
    await game.engagement.publish(undone, undone);
    await hasXp(booster, 0);
    expect(await game.activities(owner)).toMatchObject([
      { rule: 'boost-received', amount: 3, counted: 0, isReversed: true, reversedBecause: 'The boost was taken back' },
    ]);

    await game.engagement.publish(toggled(pair, 3));
    await hasXp(booster, 5);
    expect(await game.xp(owner)).toBe(3);
    expect(await game.activities(booster)).toMatchObject([
      { rule: 'boost-given', counted: 5, isReversed: false, contentId: pair.contentId },
    ]);
  });

  it('is capped by day, oldest first, and a reversal frees room under the cap', async () => {
    const booster = randomUUID();
    const pairs = Array.from({ length: 6 }, () => pairOf(booster, named(randomUUID())));
    await game.engagement.publish(...pairs.map((pair, index) => toggled(pair, 1, `2026-11-20T10:00:0${index}.000Z`)));
    await hasXp(booster, 20);
    await eventually('six entries', async () => (await game.activities(booster)).length === 6);
    expect((await game.activities(booster)).map((activity) => activity.counted)).toEqual([0, 0, 5, 5, 5, 5]);

    await game.engagement.publish(toggled(pairs[0]!, 2));
    await eventually('the reversal', async () =>
      (await game.activities(booster)).some((activity) => activity.isReversed),
    );
    expect(await game.xp(booster)).toBe(20);
    expect((await game.activities(booster)).map((activity) => activity.counted)).toEqual([0, 5, 5, 5, 5, 0]);

    await game.engagement.publish(toggled(pairOf(booster, named(randomUUID())), 1, '2026-11-21T00:00:00.000Z'));
    await hasXp(booster, 25);
  });

  it('is the same for every order of events', async () => {
    const facts = (booster: string) =>
      Array.from({ length: 12 }, (_, number) => {
        const pair = pairOf(booster, named(randomUUID()));
        return Array.from({ length: 1 + (number % 3) }, (_unused, index) =>
          toggled(pair, index + 1, `2026-11-${20 + (number % 2)}T09:00:00.000Z`),
        );
      }).flat();
    const boosters = [0, 1, 2, 3].map((seed) => ({ seed, id: randomUUID() }));
    for (const { seed, id } of boosters)
      await game.engagement.publish(...(seed === 0 ? facts(id) : seededShuffle(facts(id), seed)));
    await settled();
    for (const { id } of boosters) {
      expect(await game.xp(id)).toBe(40);
      expect((await game.activities(id)).filter((activity) => activity.isReversed)).toHaveLength(4);
    }
  });

  it('is granted and taken away by operators, and is never below 0', async () => {
    const person = randomUUID();
    const grant = (amount: number, key?: string) =>
      game.service.call(
        gamificationRpc.grantXp,
        { accountId: person, amount, reason: 'A test' },
        null,
        key ? { idempotencyKey: key } : {},
      );
    expect(await grant(260, 'once')).toEqual({ xp: 260, level: 3 });
    expect(await grant(260, 'once')).toEqual({ xp: 260, level: 3 });
    await expect(grant(0)).rejects.toMatchObject({
      code: 'invalid_input',
      details: { fields: { amount: expect.any(String) } },
    });
    expect(await grant(-1000)).toEqual({ xp: 0, level: 1 });
    const grants = await game.service.service.pool.query(
      'select reason from xp_grants join xp_entries using (entry_id) where account_id = $1',
      [person],
    );
    expect(grants.rows).toEqual([{ reason: 'A test' }, { reason: 'A test' }]);
    const { rows: facts } = await game.service.service.pool.query<{ data: { entryId: string; amount: number } }>(
      `select data from events where type = $1 and data ->> 'accountId' = $2 order by position`,
      [XpGranted.type, person],
    );
    expect(facts.map(({ data }) => data.amount)).toEqual([260, -1000]);
    const entryIds = [facts[0]!.data.entryId, randomUUID()];
    expect(await game.service.call(gamificationRpc.grantReasons, { entryIds }, null)).toEqual({
      reasons: [{ entryId: entryIds[0], reason: 'A test' }],
    });
  });

  it('announces each crossing of a level, with rising revisions', async () => {
    const person = randomUUID();
    const announced = async () =>
      (
        await game.service.service.pool.query<{ data: { level: number; previousLevel: number; revision: number } }>(
          'select data from events where stream = $1 and type = $2 order by version',
          [`account-${person}`, LevelChanged.type],
        )
      ).rows.map(({ data }) => [data.previousLevel, data.level, data.revision]);
    const grant = (amount: number) =>
      game.service.call(gamificationRpc.grantXp, { accountId: person, amount, reason: 'A test' }, null);
    await grant(100);
    await eventually('level 2', async () => (await announced()).length === 1);
    await grant(100);
    await grant(400);
    await eventually('level 4', async () => (await announced()).length === 2);
    await grant(-600);
    await eventually('level 1', async () => (await announced()).length === 3);
    expect(await announced()).toEqual([
      [1, 2, 1],
      [2, 4, 2],
      [4, 1, 3],
    ]);
  });

  it('of boosts announces each crossed level once, and leaves no other event', async () => {
    const owner = randomUUID();
    const boosts = Array.from({ length: 40 }, () => pairOf(randomUUID(), named(owner)));
    await game.engagement.publish(...boosts.map((pair) => toggled(pair, 1)));
    await hasXp(owner, 120);
    await eventually('level 2', async () => (await levelsToSettle()) === 0);
    const back = boosts.slice(0, 10).map((pair) => toggled(pair, 2, '2026-11-22T10:00:00.000Z'));
    await game.engagement.publish(...back, ...back.slice(0, 3));
    await hasXp(owner, 90);
    await eventually('level 1', async () => (await levelsToSettle()) === 0);
    await game.engagement.publish(...boosts.slice(0, 10).map((pair) => toggled(pair, 3, '2026-11-23T10:00:00.000Z')));
    await hasXp(owner, 120);
    const announced = async () =>
      (
        await game.service.service.pool.query<{ data: object }>(
          'select data from events where stream = $1 order by version',
          [`account-${owner}`],
        )
      ).rows.map(({ data }) => data);
    await eventually('three levels', async () => (await announced()).length === 3);
    expect(await announced()).toEqual([
      { accountId: owner, level: 2, previousLevel: 1, revision: 1 },
      { accountId: owner, level: 1, previousLevel: 2, revision: 2 },
      { accountId: owner, level: 2, previousLevel: 1, revision: 3 },
    ]);
  });

  it('is listed in pages, for its owner only', async () => {
    const person = randomUUID();
    await game.engagement.publish(
      ...Array.from({ length: 5 }, (_, index) =>
        toggled(pairOf(randomUUID(), named(person)), 1, `2026-11-20T10:00:0${index}.000Z`),
      ),
    );
    await hasXp(person, 15);
    const all = await game.activities(person);
    const first = await game.activities(person, undefined, 2);
    const second = await game.activities(person, first[1]!.id, 2);
    const third = await game.activities(person, second[1]!.id, 2);
    expect([...first, ...second, ...third]).toEqual(all);
    expect(all).toHaveLength(5);
    await expect(game.activities(randomUUID(), first[0]!.id)).rejects.toMatchObject({ code: 'invalid_input' });
    await expect(
      game.service.call(gamificationRpc.xpActivities, { before: null, limit: 50 }, null),
    ).rejects.toMatchObject({
      code: 'unauthenticated',
    });
  });

  it('is 0 at level 1 for people who have earned nothing', async () => {
    const stranger = randomUUID();
    const { progress } = await game.service.call(gamificationRpc.progress, { accountIds: [stranger] }, null);
    expect(progress).toEqual([{ accountId: stranger, xp: 0, level: 1 }]);
  });

  it('is at the level that was announced last', async () => {
    await settled();
    await eventually('no level to settle', async () => (await levelsToSettle()) === 0);
    const { rows } = await game.service.service.pool.query<{ account_id: string; level: number | null }>(
      `select account_id, (select (data->>'level')::int from events where stream = 'account-' || account_id order by version desc limit 1) as level
       from (select account_id from progress union select account_id from boost_totals) as everybody`,
    );
    expect(rows.length).toBeGreaterThan(40);
    for (const { account_id, level } of rows)
      expect([account_id, level ?? 1]).toEqual([account_id, await game.level(account_id)]);
  });

  it('of boosts is the same after a rebuild, which announces nothing', async () => {
    await settled();
    await eventually('no level to settle', async () => (await levelsToSettle()) === 0);
    const { pool } = game.service.service;
    const projector = boostsProjector({ anonymousXp, caps, wakeLevels: () => undefined });
    const live = await tableRows(pool, projector.tables);
    expect(live.boost_entries!.length).toBeGreaterThan(40);
    const { ownerUrl, role } = game.service.database;
    const { connection, prefix } = game.service;
    const events = () => tableRows(pool, ['events']);
    const before = await events();
    const options = {
      ownerUrl,
      role,
      progress: () => undefined,
      service: 'gamification',
      projector,
      connection,
      subjectPrefix: prefix,
    };
    await rebuildProjector(options);
    expect(await tableRows(pool, projector.tables)).toEqual(live);
    expect(await events()).toEqual(before);
    await settled();
  });
});

describe('the entries of a person with 10,000 boosts in one day', () => {
  it('are read without summing a rule that has no cap', async () => {
    const star = randomUUID();
    const { pool } = game.service.service;
    await pool.query(
      `insert into boost_entries (boost_id, booster_id, owner_id, content_type, content_id, first_toggle, given_at, toggle, is_live)
       select gen_random_uuid(), gen_random_uuid(), $1, 'question', gen_random_uuid(), 1, now(), 1, true from generate_series(1, 10000)`,
      [star],
    );
    const counted = countedBuffers(pool);
    const queries = new XpQueries(counted.pool, anonymousXp, caps);
    expect(await queries.activities(star, null, 50)).toHaveLength(50);
    expect(await counted.during(() => queries.activities(star, null, 50))).toBeLessThan(500);
  });
});

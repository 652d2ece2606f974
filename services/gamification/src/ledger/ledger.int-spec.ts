import { randomUUID } from 'node:crypto';
import { gamificationRpc, LevelChanged, XpGranted } from '@hearsay/contracts';
import { defaultDailyCaps } from '@hearsay/game-rules';
import {
  boostPairOf,
  boostToggleFact,
  countedBuffers,
  eventually,
  named,
  questionAsked,
  replyPosted,
  tableRows,
} from '@hearsay/testing';
import { serviceForBlock } from '@hearsay/testing/service-for-block';
import { describe, expect, it } from '@jest/globals';
import { boostsProjector } from '../boosts/boosts.projector.js';
import { actTime, anonymousXp, startGamification } from '../gamification.suite.js';
import { XpQueries } from './xp.queries.js';

const caps = { ...defaultDailyCaps, 'boost-given': 20, 'question-posted': 30 };

const game = serviceForBlock(() => startGamification({ caps }));

const grant = (accountId: string, amount: number, context = {}) =>
  game.call(gamificationRpc.grantXp, { accountId, amount, reason: 'A test' }, null, context);
const announced = async (accountId: string) =>
  (
    await game.rows<{ data: { level: number; previousLevel: number; revision: number } }>(
      'select data from events where stream = $1 and type = $2 order by version',
      [`account-${accountId}`, LevelChanged.type],
    )
  ).map(({ data }) => [data.previousLevel, data.level, data.revision]);

describe('XP', () => {
  it('XP is paid once for a question, even if its event is repeated', async () => {
    const asker = randomUUID();
    const asked = questionAsked(named(asker));
    await game.content.publish(asked, asked);
    await game.content.publish(asked);
    await game.settled();
    expect(await game.xp(asker)).toBe(10);
    const counts = { amount: 10, counted: 10, isReversed: false, reversedBecause: null };
    expect(await game.activities(asker)).toMatchObject([
      { rule: 'question-posted', ...counts, contentType: 'question', createdAt: actTime },
    ]);
  });

  it('XP is paid for a person’s first reply to another person’s question', async () => {
    const [asker, replier, questionId] = [randomUUID(), randomUUID(), randomUUID()];
    const repliers = [replier, replier, asker];
    await game.content.publish(...repliers.map((one) => replyPosted(named(one), named(asker), { questionId })));
    await game.settled();
    expect([await game.xp(replier), await game.xp(asker)]).toEqual([15, 0]);
  });

  it('a boost pays booster and owner, who lose the XP while the boost is undone', async () => {
    const [booster, owner] = [randomUUID(), randomUUID()];
    const pair = boostPairOf(booster, named(owner));
    await game.engagement.publish(boostToggleFact(pair, 1));
    await game.hasXp(booster, 5);
    expect(await game.xp(owner)).toBe(3);

    const undone = boostToggleFact(pair, 2);
    await game.engagement.publish(undone, undone);
    await game.hasXp(booster, 0);
    expect(await game.activities(owner)).toMatchObject([
      { rule: 'boost-received', amount: 3, counted: 0, isReversed: true, reversedBecause: 'The boost was taken back' },
    ]);

    await game.engagement.publish(boostToggleFact(pair, 3));
    await game.hasXp(booster, 5);
    expect(await game.xp(owner)).toBe(3);
    expect(await game.activities(booster)).toMatchObject([
      { rule: 'boost-given', counted: 5, isReversed: false, contentId: pair.contentId },
    ]);
  });

  it('the oldest acts of a day count up to the cap, and an undo lets a later one count', async () => {
    const booster = randomUUID();
    const counted = async () => (await game.activities(booster)).map((activity) => activity.counted);
    const pairs = Array.from({ length: 6 }, () => boostPairOf(booster, named(randomUUID())));
    await game.engagement.publish(
      ...pairs.map((pair, index) => boostToggleFact(pair, 1, `2026-11-20T10:00:0${index}.000Z`)),
    );
    await game.settled();
    expect([await game.xp(booster), await counted()]).toEqual([20, [0, 0, 5, 5, 5, 5]]);
    await game.engagement.publish(boostToggleFact(pairs[0]!, 2));
    await game.settled();
    expect([await game.xp(booster), await counted()]).toEqual([20, [0, 5, 5, 5, 5, 0]]);
    await game.engagement.publish(
      boostToggleFact(boostPairOf(booster, named(randomUUID())), 1, '2026-11-21T00:00:00.000Z'),
    );
    await game.hasXp(booster, 25);
  });

  it('operators can add and subtract XP, but the shown XP is never below 0', async () => {
    const person = randomUUID();
    for (let time = 0; time < 2; time += 1)
      expect(await grant(person, 260, { idempotencyKey: 'once' })).toEqual({ xp: 260, level: 3 });
    await expect(grant(person, 0)).rejects.toMatchObject({
      code: 'invalid_input',
      details: { fields: { amount: expect.any(String) } },
    });
    expect(await grant(person, -1000)).toEqual({ xp: 0, level: 1 });
    const facts = await game.rows<{ data: { entryId: string; amount: number } }>(
      `select data from events where type = $1 and data ->> 'accountId' = $2 order by position`,
      [XpGranted.type, person],
    );
    expect(facts.map(({ data }) => data.amount)).toEqual([260, -1000]);
    const [first, second] = facts.map(({ data }) => data.entryId);
    const { reasons } = await game.call(
      gamificationRpc.grantReasons,
      { entryIds: [first!, second!, randomUUID()] },
      null,
    );
    expect(new Set(reasons)).toEqual(new Set([first, second].map((entryId) => ({ entryId, reason: 'A test' }))));
  });

  it('each crossing of a level is announced, with rising revisions', async () => {
    const person = randomUUID();
    const crossings = [
      [1, 2, 1],
      [2, 4, 2],
      [4, 1, 3],
    ];
    for (const [index, amounts] of [[100], [100, 400], [-600]].entries()) {
      for (const amount of amounts) await grant(person, amount);
      await eventually('the level', async () => (await announced(person)).length === index + 1);
    }
    expect(await announced(person)).toEqual(crossings);
  });

  it('boosts announce each crossed level once, and append no other event', async () => {
    const owner = randomUUID();
    const boosts = Array.from({ length: 40 }, () => boostPairOf(randomUUID(), named(owner)));
    const some = (toggle: number, when: string) =>
      boosts.slice(0, 10).map((pair) => boostToggleFact(pair, toggle, when));
    const moved = async (xp: number, ...facts: ReturnType<typeof boostToggleFact>[]) => {
      await game.engagement.publish(...facts);
      await game.hasXp(owner, xp);
      await game.areLevelsSettled();
    };
    await moved(120, ...boosts.map((pair) => boostToggleFact(pair, 1)));
    const back = some(2, '2026-11-22T10:00:00.000Z');
    await moved(90, ...back, ...back.slice(0, 3));
    await moved(120, ...some(3, '2026-11-23T10:00:00.000Z'));
    await eventually('three levels', async () => (await announced(owner)).length === 3);
    expect(await announced(owner)).toEqual([
      [1, 2, 1],
      [2, 1, 2],
      [1, 2, 3],
    ]);
    expect(await game.count('events where stream = $1', [`account-${owner}`])).toBe(3);
  });

  it('entries of XP are listed in pages, for their owner only', async () => {
    const person = randomUUID();
    const times = Array.from({ length: 5 }, (_, index) => `2026-11-20T10:00:0${index}.000Z`);
    await game.engagement.publish(
      ...times.map((time) => boostToggleFact(boostPairOf(randomUUID(), named(person)), 1, time)),
    );
    await game.hasXp(person, 15);
    const all = await game.activities(person);
    const first = await game.activities(person, null, 2);
    const second = await game.activities(person, first[1]!.id, 2);
    const third = await game.activities(person, second[1]!.id, 2);
    expect([...first, ...second, ...third]).toEqual(all);
    expect(all).toHaveLength(5);
    await expect(game.activities(randomUUID(), first[0]!.id)).rejects.toMatchObject({ code: 'invalid_input' });
    const asVisitor = game.call(gamificationRpc.xpActivities, { before: null, limit: 50 }, null);
    await expect(asVisitor).rejects.toMatchObject({ code: 'unauthenticated' });
  });

  it('XP always matches the last announced level, or level 1 before any announcement', async () => {
    const stranger = randomUUID();
    expect(await game.progress(stranger)).toEqual({ accountId: stranger, xp: 0, level: 1 });
    await game.settled();
    await game.areLevelsSettled();
    const people = await game.rows<{ account_id: string; level: number | null }>(
      `select account_id, (select (data->>'level')::int from events where stream = 'account-' || account_id order by version desc limit 1) as level
       from (select account_id from progress union select account_id from boost_totals) as everybody`,
    );
    expect(people.length).toBeGreaterThan(40);
    for (const { account_id, level } of people)
      expect([account_id, level ?? 1]).toEqual([account_id, (await game.progress(account_id)).level]);
  });

  it('XP of boosts is the same after a rebuild, which announces no level', async () => {
    await game.settled();
    await game.areLevelsSettled();
    const projector = boostsProjector({ anonymousXp, caps, wakeLevels: () => undefined });
    const rows = () => tableRows(game.service.pool, [...projector.tables, 'events']);
    const live = await rows();
    expect(live.boost_entries!.length).toBeGreaterThan(40);
    await game.rebuild(projector);
    expect(await rows()).toEqual(live);
    await game.settled();
  });
});

describe('the entries of a person with 10,000 boosts in one day', () => {
  it('a page of entries sums no entries of a rule that has no cap', async () => {
    const star = randomUUID();
    await game.rows(
      `insert into boost_entries (boost_id, booster_id, owner_id, content_type, content_id, first_toggle, given_at, toggle, is_live)
       select gen_random_uuid(), gen_random_uuid(), $1, 'question', gen_random_uuid(), 1, now(), 1, true from generate_series(1, 10000)`,
      [star],
    );
    const counted = countedBuffers(game.service.pool);
    const queries = new XpQueries(counted.pool, anonymousXp, caps);
    expect(await queries.activities(star, null, 50)).toHaveLength(50);
    expect(await counted.during(() => queries.activities(star, null, 50))).toBeLessThan(500);
  });
});

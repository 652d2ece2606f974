import { randomUUID } from 'node:crypto';
import { gamificationRpc } from '@hearsay/contracts';
import { defaultDailyCaps, earningRules } from '@hearsay/game-rules';
import { boostPairOf, boostToggleFact, named, questionAsked } from '@hearsay/testing';
import { serviceForBlock } from '@hearsay/testing/service-for-block';
import { describe, expect, it } from '@jest/globals';
import { actTime, anonymousOwner, anonymousXp, startGamification } from '../gamification.suite.js';
import { XpQueries } from '../ledger/xp.queries.js';
import { HeardQueries } from './heard.queries.js';

const game = serviceForBlock(() => startGamification({ caps: { 'question-posted': 15 } }));
const dayMs = 86_400_000;
const today = Date.parse('2026-11-20T12:00:00.000Z');
const daysAgo = (days: number) => new Date(today - days * dayMs).toISOString();
const heardOn = (now: number) => new HeardQueries(game.service.pool, () => now).heardPeople(100);

describe('people who were heard', () => {
  it('people are sorted by the XP of boosts within seven days, without undone boosts', async () => {
    const [most, second, former, undone, ghost] = Array.from({ length: 5 }, () => randomUUID()) as [
      ...[string, string, string, string, string],
    ];
    const boosts = (owner: string, count: number, at: string) =>
      Array.from({ length: count }, () => boostToggleFact(boostPairOf(randomUUID(), named(owner)), 1, at));
    const back = boostPairOf(randomUUID(), named(undone));
    const own = boostPairOf(undone, named(undone));
    const secret = boostPairOf(randomUUID(), anonymousOwner(ghost));
    await game.engagement.publish(
      ...boosts(most, 3, daysAgo(6)),
      ...boosts(second, 2, daysAgo(0)),
      ...boosts(former, 5, daysAgo(7)),
      ...[boostToggleFact(back, 1, daysAgo(0)), boostToggleFact(back, 2, daysAgo(0))],
      ...[boostToggleFact(own, 1, daysAgo(0)), boostToggleFact(secret, 1, daysAgo(0))],
    );
    await game.settled();
    expect(await heardOn(today)).toEqual([most, second]);
    expect(await heardOn(today + dayMs)).toEqual([second]);
    expect((await game.call(gamificationRpc.heard, { limit: 100 }, null)).accountIds).not.toContain(ghost);
  });

  it('the list is cached for ten seconds, but a failed read is repeated at once', async () => {
    let now = today;
    let reads = 0;
    const pool = {
      query: () => {
        reads += 1;
        return reads === 1 ? Promise.reject(new Error('away')) : Promise.resolve({ rows: [{ id: `read ${reads}` }] });
      },
    } as unknown as ConstructorParameters<typeof HeardQueries>[0];
    const queries = new HeardQueries(pool, () => now);
    await expect(queries.heardPeople(5)).rejects.toThrow('away');
    expect([await queries.heardPeople(5), await queries.heardPeople(5)]).toEqual([['read 2'], ['read 2']]);
    now += 10_000;
    expect(await queries.heardPeople(5)).toEqual(['read 3']);
  });
});

describe('the XP of today', () => {
  it('the XP of today counts named and paid anonymous acts of a rule under one cap', async () => {
    const person = randomUUID();
    const queries = new XpQueries(game.service.pool, anonymousXp, { ...defaultDailyCaps, 'question-posted': 15 });
    const ruleOf = async (rule: string, day = today) =>
      (await queries.xpOfToday(person, day)).find((one) => one.rule === rule);
    expect(await ruleOf('question-posted')).toEqual({ rule: 'question-posted', counted: 0, cap: 15 });
    await game.content.publish(questionAsked(named(person)));
    await game.engagement.publish(boostToggleFact(boostPairOf(person, named(randomUUID())), 1, actTime));
    await game.hasXp(person, 15);
    expect(await ruleOf('question-posted')).toMatchObject({ counted: 10 });
    expect(await ruleOf('boost-given')).toEqual({ rule: 'boost-given', counted: 5, cap: 500 });
    expect(await ruleOf('boost-received')).toEqual({ rule: 'boost-received', counted: 0, cap: null });
    await game.content.publish(questionAsked(anonymousOwner(person)));
    await game.hasXp(person, 20);
    expect(await ruleOf('question-posted')).toMatchObject({ counted: 15 });
    expect(await ruleOf('question-posted', today + dayMs)).toMatchObject({ counted: 0 });
    const { rules } = await game.call(gamificationRpc.xpToday, {}, person);
    expect(rules.map(({ rule }) => rule)).toEqual([...earningRules]);
    await expect(game.call(gamificationRpc.xpToday, {}, null)).rejects.toMatchObject({ code: 'unauthenticated' });
  });
});

import { randomUUID } from 'node:crypto';
import { gamificationRpc } from '@hearsay/contracts';
import { defaultDailyCaps, earningRules } from '@hearsay/game-rules';
import { named, pairOf, questionAsked, toggled } from '@hearsay/testing';
import { aService } from '@hearsay/testing/a-service';
import { describe, expect, it } from '@jest/globals';
import { anonymous, anonymousXp, at, startGamification } from '../gamification.suite.js';
import { XpQueries } from '../ledger/xp.queries.js';
import { HeardQueries } from './heard.queries.js';

const game = aService(() => startGamification({ caps: { 'question-posted': 15 } }));
const dayMs = 86_400_000;
const today = Date.parse('2026-11-20T12:00:00.000Z');
const daysAgo = (days: number) => new Date(today - days * dayMs).toISOString();
const heardOn = (now: number) => new HeardQueries(game.service.pool, () => now).heard(100);

describe('people who were heard', () => {
  it('come in the order of what boosts of seven days have brought, without boosts taken back', async () => {
    const [most, second, former, undone, ghost] = Array.from({ length: 5 }, () => randomUUID()) as [
      ...[string, string, string, string, string],
    ];
    const boosts = (owner: string, count: number, at: string) =>
      Array.from({ length: count }, () => toggled(pairOf(randomUUID(), named(owner)), 1, at));
    const back = pairOf(randomUUID(), named(undone));
    const own = pairOf(undone, named(undone));
    const secret = pairOf(randomUUID(), anonymous(ghost));
    await game.engagement.publish(
      ...boosts(most, 3, daysAgo(6)),
      ...boosts(second, 2, daysAgo(0)),
      ...boosts(former, 5, daysAgo(7)),
      ...[toggled(back, 1, daysAgo(0)), toggled(back, 2, daysAgo(0))],
      ...[toggled(own, 1, daysAgo(0)), toggled(secret, 1, daysAgo(0))],
    );
    await game.settled();
    expect(await heardOn(today)).toEqual([most, second]);
    expect(await heardOn(today + dayMs)).toEqual([second]);
    expect((await game.call(gamificationRpc.heard, { limit: 100 }, null)).accountIds).not.toContain(ghost);
  });

  it('are read again after ten seconds, and at once after a failure', async () => {
    let now = today;
    let reads = 0;
    const pool = {
      query: () => {
        reads += 1;
        return reads === 1 ? Promise.reject(new Error('away')) : Promise.resolve({ rows: [{ id: `read ${reads}` }] });
      },
    } as unknown as ConstructorParameters<typeof HeardQueries>[0];
    const queries = new HeardQueries(pool, () => now);
    await expect(queries.heard(5)).rejects.toThrow('away');
    expect([await queries.heard(5), await queries.heard(5)]).toEqual([['read 2'], ['read 2']]);
    now += 10_000;
    expect(await queries.heard(5)).toEqual(['read 3']);
  });
});

describe('the XP of today', () => {
  it('counts named and paid anonymous acts of one rule under its cap, for oneself only', async () => {
    const person = randomUUID();
    const queries = new XpQueries(game.service.pool, anonymousXp, { ...defaultDailyCaps, 'question-posted': 15 });
    const ruleOf = async (rule: string, day = today) =>
      (await queries.today(person, day)).find((one) => one.rule === rule);
    expect(await ruleOf('question-posted')).toEqual({ rule: 'question-posted', counted: 0, cap: 15 });
    await game.content.publish(questionAsked(named(person)));
    await game.engagement.publish(toggled(pairOf(person, named(randomUUID())), 1, at));
    await game.hasXp(person, 15);
    expect(await ruleOf('question-posted')).toMatchObject({ counted: 10 });
    expect(await ruleOf('boost-given')).toEqual({ rule: 'boost-given', counted: 5, cap: 500 });
    expect(await ruleOf('boost-received')).toEqual({ rule: 'boost-received', counted: 0, cap: null });
    await game.content.publish(questionAsked(anonymous(person)));
    await game.hasXp(person, 20);
    expect(await ruleOf('question-posted')).toMatchObject({ counted: 15 });
    expect(await ruleOf('question-posted', today + dayMs)).toMatchObject({ counted: 0 });
    const { rules } = await game.call(gamificationRpc.xpToday, {}, person);
    expect(rules.map(({ rule }) => rule)).toEqual([...earningRules]);
    await expect(game.call(gamificationRpc.xpToday, {}, null)).rejects.toMatchObject({ code: 'unauthenticated' });
  });
});

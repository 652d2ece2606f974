import { defaultDailyCaps } from '@hearsay/game-rules';
import { describe, expect, it } from '@jest/globals';
import { type DayChange, sumOfDays } from '../earned-days.js';
import { nextPool } from './deferral.js';
import { type AnonymousDay, type PoolShare, sharesOf } from './pool-shares.js';

const [maya, jonas] = ['maya', 'jonas'];
const day = '2026-11-20';
const nothing: AnonymousDay = { sum: 0, counted: 0 };
const fact = (accountId: string, amount: number, rule: DayChange['rule'] = 'question-posted'): DayChange => ({
  accountId,
  rule,
  amount,
  day,
});
const share = (facts: readonly DayChange[], { named = 0, anonymous = nothing } = {}): PoolShare[] =>
  sharesOf(sumOfDays(facts), { named: () => named, anonymous: () => anonymous }, defaultDailyCaps);

describe('a pool', () => {
  it('pays each person one sum', () => {
    expect(share([fact(maya, 10), fact(jonas, 10), fact(maya, 15, 'answer-given'), fact(maya, 10)])).toMatchObject([
      { personId: jonas, amount: 10 },
      { personId: maya, amount: 35 },
    ]);
  });

  it('pays only people whose XP changes', () => {
    expect(share([fact(maya, 3, 'boost-received'), fact(maya, -3, 'boost-received'), fact(jonas, 0)])).toEqual([]);
  });

  it('takes back earlier payments', () => {
    expect(share([fact(maya, -3, 'boost-received')], { anonymous: { sum: 3, counted: 3 } })).toMatchObject([
      { amount: -3 },
    ]);
  });

  it('pays what named posts leave of the daily cap, in one pool or in many', () => {
    expect(share([fact(maya, 10), fact(maya, 10)], { named: 190 })).toMatchObject([
      { amount: 10, days: [{ rule: 'question-posted', day, sum: 20, counted: 10 }] },
    ]);
    expect(share([fact(maya, 10)], { named: 190, anonymous: { sum: 10, counted: 10 } })).toMatchObject([
      { amount: 0, days: [{ sum: 10, counted: 0 }] },
    ]);
  });

  it('is reduced by later named posts', () => {
    expect(share([fact(maya, 0)], { named: 200, anonymous: { sum: 10, counted: 10 } })).toMatchObject([
      { amount: -10, days: [{ sum: 0, counted: -10 }] },
    ]);
  });

  it('is due at fixed times of the clock, or at once', () => {
    const at = Date.parse('2026-11-20T10:29:59.999Z');
    expect(nextPool(at, 1800)).toBe('2026-11-20T10:30:00.000Z');
    expect(nextPool(at + 1, 1800)).toBe('2026-11-20T11:00:00.000Z');
    expect(nextPool(at, 0)).toBe('2026-11-20T10:29:59.999Z');
  });
});

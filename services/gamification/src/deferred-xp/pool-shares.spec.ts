import type { BatchView } from '@hearsay/event-store';
import { defaultDailyCaps } from '@hearsay/game-rules';
import { describe, expect, it } from '@jest/globals';
import { type DayChange, sumPerDay } from '../earned-days.js';
import { XpDeferral } from './deferral.js';
import { payPoolCommand, waitingXpAggregate } from './pool.decider.js';
import { type AnonymousDay, type PoolShare, sharesOf, splitIntoPayments } from './pool-shares.js';

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
  sharesOf(sumPerDay(facts), { named: () => named, anonymous: () => anonymous }, defaultDailyCaps);

describe('a pool', () => {
  it('a pool pays each person one sum', () => {
    expect(share([fact(maya, 10), fact(jonas, 10), fact(maya, 15, 'answer-given'), fact(maya, 10)])).toMatchObject([
      { personId: jonas, amount: 10 },
      { personId: maya, amount: 35 },
    ]);
  });

  it('a pool pays no person whose XP stays the same', () => {
    expect(share([fact(maya, 3, 'boost-received'), fact(maya, -3, 'boost-received'), fact(jonas, 0)])).toEqual([]);
  });

  it('a pool subtracts XP that an earlier pool has paid', () => {
    expect(share([fact(maya, -3, 'boost-received')], { anonymous: { sum: 3, counted: 3 } })).toMatchObject([
      { amount: -3 },
    ]);
  });

  it('a pool pays at most what named posts leave of the daily cap', () => {
    expect(share([fact(maya, 10), fact(maya, 10)], { named: 190 })).toMatchObject([
      { amount: 10, days: [{ rule: 'question-posted', day, sum: 20, counted: 10 }] },
    ]);
    expect(share([fact(maya, 10)], { named: 190, anonymous: { sum: 10, counted: 10 } })).toMatchObject([
      { amount: 0, days: [{ sum: 10, counted: 0 }] },
    ]);
  });

  it('a pool subtracts paid XP when later named posts use up the daily cap', () => {
    expect(share([fact(maya, 0)], { named: 200, anonymous: { sum: 10, counted: 10 } })).toMatchObject([
      { amount: -10, days: [{ sum: 0, counted: -10 }] },
    ]);
  });

  it('a pool is due at the next multiple of the interval, or at once for interval 0', () => {
    const at = Date.parse('2026-11-20T10:29:59.999Z');
    const nextPool = (now: number, seconds: number) => new XpDeferral(null as never, seconds, () => now).nextPoolTime();
    expect(nextPool(at, 1800)).toBe('2026-11-20T10:30:00.000Z');
    expect(nextPool(at + 1, 1800)).toBe('2026-11-20T11:00:00.000Z');
    expect(nextPool(at, 0)).toBe('2026-11-20T10:29:59.999Z');
  });
});

const withRows = (...counts: number[]) =>
  counts.map((count) => ({ waitingIds: Array.from({ length: count }, () => 'id') }));

describe('the payments of a pool', () => {
  it.each([
    ['no people', [], []],
    ['as many people as one takes', [1, 1, 1], [[1, 1, 1]]],
    ['more people', [1, 1, 1, 1], [[1, 1, 1], [1]]],
    ['more rows', [6, 4, 1], [[6, 4], [1]]],
    ['a person with more rows than one takes', [1, 25, 1], [[1], [25], [1]]],
  ])('splits %s into payments', (_name, rows, expected) => {
    const payments = [...splitIntoPayments(withRows(...rows), 3, 10)];
    expect(payments.map((people) => people.map(({ waitingIds }) => waitingIds.length))).toEqual(expected);
  });
});

it('a second payment of the same waiting rows in one batch is refused', () => {
  const shares = ['c', 'd'].map((entryId) => ({ entryId, sealed: 'sealed' }));
  const pool = { waitingIds: ['a', 'b'], shares, removals: [] };
  const context = { now: '2026-11-22T06:00:00.000Z', accountId: null };
  const waiting = new Map(pool.waitingIds.map((id) => [id, true]));
  const view = { state: (_aggregate: unknown, key: string) => waiting.get(key) } as unknown as BatchView;
  const { events } = payPoolCommand.decide(pool, view, context);
  for (const event of events)
    for (const { key } of event.touches ?? []) waiting.set(key, waitingXpAggregate.evolve(true, event));
  expect(events).toHaveLength(2);
  expect(() => payPoolCommand.decide(pool, view, context)).toThrow(expect.objectContaining({ code: 'conflict' }));
});

import { type ContentTarget, contentKey } from '@hearsay/contracts';
import { batchViewOf } from '@hearsay/testing';
import { describe, expect, it } from '@jest/globals';
import { counterAggregate } from '../counters/counter.aggregates.js';
import type { Counter } from '../counters/counter.sql.js';
import { boostIdOf } from '../pair-ids.js';
import { boostAggregate, type SetBoost, setBoost } from './boost.decider.js';
import type { BoostState } from './boost.sql.js';

const accountId = '01970000-0000-7000-8000-0000000000a1';
const target: ContentTarget = {
  contentType: 'question',
  contentId: '01970000-0000-7000-8000-000000000001',
  questionId: '01970000-0000-7000-8000-000000000001',
  owner: { accountId: '01970000-0000-7000-8000-0000000000a2', sealed: null },
  thresholds: [3],
};
const boostId = boostIdOf(accountId, contentKey(target));
const at = { now: '2026-01-02T03:04:05.678Z', accountId };

const decide = (
  isBoosted: boolean | null,
  pair: BoostState,
  counter: Omit<Counter, 'reposts' | 'loweredTo'> & Partial<Counter>,
  found: Partial<SetBoost> = {},
) =>
  setBoost.decide(
    { accountId, boostId, wasPending: false, target, isBoosted, ...found },
    batchViewOf([
      { aggregate: boostAggregate, key: boostId, state: pair },
      { aggregate: counterAggregate, key: target.contentId, state: { reposts: 7, loweredTo: null, ...counter } },
    ]),
    at,
  );
const off: BoostState = { isBoosted: false, toggle: 0 };
const on: BoostState = { isBoosted: true, toggle: 1 };

describe('boost', () => {
  it('a boost raises the count, and its event carries the new count', () => {
    const { events, result } = decide(null, off, { boosts: 4, peak: 6, revision: 9 });
    expect(events[0]).toMatchObject({
      definition: { type: 'Boosted' },
      data: { boostCount: 5, boostPeak: 6, revision: 10, toggle: 1 },
    });
    expect(result).toMatchObject({ isBoosted: true, boostCount: 5 });
  });

  it('an undone boost lowers the count but not the peak', () => {
    const { events } = decide(null, on, { boosts: 6, peak: 6, revision: 9 });
    expect(events[0]).toMatchObject({
      definition: { type: 'Unboosted' },
      data: { boostCount: 5, boostPeak: 6, toggle: 2 },
    });
  });

  it.each([
    [true, on],
    [false, off],
  ])('changes nothing and does not fail if the desired state %s is already reached', (wanted, pair) => {
    const { events, result } = decide(wanted, pair, { boosts: 2, peak: 2, revision: 2 });
    expect(events).toEqual([]);
    expect(result).toMatchObject({ isBoosted: wanted, boostCount: 2, hasReachedThreshold: false });
  });

  it.each([
    [1, 1, false],
    [2, 2, true],
    [2, 5, false],
    [3, 3, false],
  ])('from %i boosts with peak %i, reports that the threshold of 3 is reached: %s', (boosts, peak, reached) => {
    expect(decide(true, off, { boosts, peak, revision: 1 }).result.hasReachedThreshold).toBe(reached);
  });

  it.each([
    [2, 2, true],
    [2, 5, false],
    [1, 1, false],
  ])('from %i boosts with peak %i, reports that this boost opened the question: %s', (boosts, peak, opened) => {
    expect(decide(true, off, { boosts, peak, revision: 1 }).result.opened).toBe(opened);
  });

  it('`opened` is false for a repeat, an undo, or an unknown threshold', () => {
    const reached = { boosts: 3, peak: 3, revision: 3 };
    expect([decide(true, on, reached).result.opened, decide(false, on, reached).result.opened]).toEqual([false, false]);
    const waited = { wasPending: true, target: { ...target, thresholds: [] } };
    const { hasReachedThreshold, opened } = decide(true, off, { boosts: 0, peak: 0, revision: 0 }, waited).result;
    expect([hasReachedThreshold, opened]).toEqual([true, false]);
  });

  it.each([
    [1, true],
    [2, false],
    [0, false],
  ])('compares with a threshold that was lowered to %i after the lookup', (loweredTo, opened) => {
    const { result } = decide(true, off, { boosts: 0, peak: 0, revision: 2, loweredTo });
    expect([result.opened, result.hasReachedThreshold]).toEqual([opened, opened]);
  });

  it('`hasReachedThreshold` is true again for a repeated boost, but not for an undo', () => {
    expect(decide(true, on, { boosts: 3, peak: 3, revision: 3 })).toMatchObject({
      events: [],
      result: { hasReachedThreshold: true },
    });
    expect(decide(false, off, { boosts: 3, peak: 3, revision: 3 })).toMatchObject({
      events: [],
      result: { hasReachedThreshold: false },
    });
  });

  it('a boost may reach an unknown threshold if its question was pending at the lookup', () => {
    const waited = { wasPending: true, target: { ...target, thresholds: [] } };
    const reached = (...of: Parameters<typeof decide>) => decide(...of).result.hasReachedThreshold;
    expect(reached(true, off, { boosts: 1, peak: 1, revision: 1 }, waited)).toBe(true);
    expect(reached(true, on, { boosts: 1, peak: 1, revision: 1 }, waited)).toBe(true);
    expect(reached(true, off, { boosts: 1, peak: 2, revision: 3 }, waited)).toBe(false);
    expect(reached(false, on, { boosts: 1, peak: 1, revision: 1 }, waited)).toBe(false);
    const reply = { ...waited, target: { ...waited.target, contentType: 'discussion' as const } };
    expect(reached(true, off, { boosts: 1, peak: 1, revision: 1 }, reply)).toBe(false);
  });
});

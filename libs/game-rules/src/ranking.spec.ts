import { describe, expect, it } from '@jest/globals';
import { engagementRank, trendingRank } from './ranking.js';

const none = { boosts: 0, replies: 0, reposts: 0 };
const at = new Date('2026-01-02T03:04:05.000Z');
const later = (seconds: number) => new Date(at.getTime() + seconds * 1000);

describe('engagement', () => {
  it.each([
    [none, 0],
    [{ boosts: 1, replies: 0, reposts: 0 }, 1],
    [{ boosts: 0, replies: 1, reposts: 0 }, 2],
    [{ boosts: 0, replies: 0, reposts: 1 }, 3],
    [{ boosts: 5, replies: 4, reposts: 3 }, 22],
  ])('of %j is %i', (counts, engagement) => {
    expect(engagementRank(counts)).toBe(engagement);
  });
});

describe('trending', () => {
  it('ten times the engagement ranks like a post that is 45,000 seconds newer', () => {
    const ten = trendingRank({ ...none, boosts: 10 }, at);
    expect(trendingRank({ ...none, boosts: 100 }, at) - ten).toBeCloseTo(1, 3);
    expect(trendingRank({ ...none, boosts: 10 }, later(45_000)) - ten).toBeCloseTo(1, 3);
  });

  it('a post without engagement ranks like one boost, and newer posts rank higher', () => {
    expect(trendingRank(none, at)).toBe(trendingRank({ ...none, boosts: 1 }, at));
    expect(trendingRank(none, later(60))).toBeGreaterThan(trendingRank(none, at));
  });

  it('the rank stays equal when a post with 10,000 boosts gets one more', () => {
    expect(trendingRank({ ...none, boosts: 10_001 }, at)).toBe(trendingRank({ ...none, boosts: 10_000 }, at));
  });
});

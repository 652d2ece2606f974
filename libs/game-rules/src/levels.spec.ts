import { describe, expect, it } from '@jest/globals';
import { badgeForLevel, badges, borderForLevel } from './badges.js';
import { fullBarXp, highestLevel, levelForXp, levelProgress, levels } from './levels.js';

describe('levels', () => {
  it('levels start at the thresholds of the specification', () => {
    expect(levels.map((row) => [row.level, row.xp, row.badge])).toEqual([
      [1, 0, null],
      [2, 100, 'rookie'],
      [3, 250, 'active'],
      [4, 500, 'veteran'],
      [5, 1000, 'expert'],
      [6, 2000, 'master'],
      [7, 4000, 'legend'],
      [8, 7500, 'mythic'],
      [9, 15000, 'ascended'],
      [10, 30000, 'divine'],
    ]);
  });

  it.each(levels.slice(1).map((row) => [row.xp, row.level]))('exactly %i XP are enough for level %i', (xp, level) => {
    expect(levelForXp(xp)).toBe(level);
    expect(levelForXp(xp - 1)).toBe(level - 1);
  });

  it('every amount of XP gives a level between 1 and the highest level', () => {
    expect(levelForXp(0)).toBe(1);
    expect(levelForXp(-50)).toBe(1);
    expect(levelForXp(10_000_000)).toBe(highestLevel);
  });

  it('a level gives badge and border of the same name, and level 1 gives none', () => {
    expect(badgeForLevel(1)).toBeNull();
    expect(borderForLevel(1)).toBeNull();
    for (const [index, badge] of badges.entries()) {
      expect(badgeForLevel(index + 2)).toBe(badge);
      expect(borderForLevel(index + 2)).toBe(badge);
    }
  });

  it('levels outside of the table count as the nearest level', () => {
    expect(badgeForLevel(0)).toBeNull();
    expect(badgeForLevel(11)).toBe('divine');
  });
});

describe('level progress', () => {
  it('progress is the part of the way to the next level', () => {
    expect(levelProgress(175)).toEqual({
      level: 2,
      nextLevel: 3,
      xpToNext: 75,
      towardsNext: 0.5,
      ofFullBar: 175 / fullBarXp,
    });
  });

  it('progress starts again exactly at a threshold', () => {
    expect(levelProgress(99)).toMatchObject({ level: 1, xpToNext: 1 });
    expect(levelProgress(100)).toMatchObject({ level: 2, xpToNext: 150, towardsNext: 0 });
  });

  it('progress is complete at the highest level, and the bar never overflows', () => {
    expect(levelProgress(29_999)).toMatchObject({ level: 9, nextLevel: 10, xpToNext: 1 });
    expect(levelProgress(30_000)).toEqual({ level: 10, nextLevel: null, xpToNext: 0, towardsNext: 1, ofFullBar: 1 });
    expect(levelProgress(45_000).ofFullBar).toBe(1);
  });

  it('progress is never negative', () => {
    expect(levelProgress(-5)).toEqual({ level: 1, nextLevel: 2, xpToNext: 100, towardsNext: 0, ofFullBar: 0 });
  });
});

import type { BadgeName } from './badges.js';

export interface Level {
  readonly level: number;
  /** XP from which on a person has this level. */
  readonly xp: number;
  readonly badge: BadgeName | null;
  readonly border: BadgeName | null;
  /** Shown beside the level. */
  readonly title: string;
  /** What the level looks like on the person's avatar. */
  readonly description: string;
}

const earned = (level: number, xp: number, badge: BadgeName, title: string, description: string): Level => ({
  level,
  xp,
  badge,
  border: badge,
  title,
  description,
});

/** All levels, lowest first; index = level - 1. */
export const levels: readonly Level[] = [
  { level: 1, xp: 0, badge: null, border: null, title: 'Newcomer', description: 'No border yet' },
  earned(2, 100, 'rookie', 'Rookie', 'Blue glow'),
  earned(3, 250, 'active', 'Active', 'Purple border'),
  earned(4, 500, 'veteran', 'Veteran', 'Pink border'),
  earned(5, 1000, 'expert', 'Expert', 'Gold border'),
  earned(6, 2000, 'master', 'Master', 'Rainbow border'),
  earned(7, 4000, 'legend', 'Legend', 'Legendary border'),
  earned(8, 7500, 'mythic', 'Mythic', 'Mythic border'),
  earned(9, 15_000, 'ascended', 'Ascended', 'Ascended border'),
  earned(10, 30_000, 'divine', 'Divine', 'Divine border'),
];

export const lowestLevel = 1;
export const highestLevel = levels.length;
/** What the level bar is measured against, at every level. */
export const fullBarXp = 30_000;

/** The level of an amount of XP, 1 to 10. */
export const levelForXp = (xp: number): number => {
  let level = lowestLevel;
  for (const candidate of levels) if (xp >= candidate.xp) level = candidate.level;
  return level;
};

/** The row of the table; levels outside of it count as the nearest one. */
export const levelRow = (level: number): Level =>
  levels[Math.min(Math.max(Math.trunc(level), lowestLevel), highestLevel) - 1]!;

export interface LevelProgress {
  readonly level: number;
  /** Null at the highest level. */
  readonly nextLevel: number | null;
  /** XP still missing for the next level; 0 at the highest. */
  readonly xpToNext: number;
  /** Way from this level's threshold to the next one's, 0 to 1; 1 at the highest. */
  readonly towardsNext: number;
  /** Filled part of the level bar, 0 to 1. */
  readonly ofFullBar: number;
}

/** Where an amount of XP stands between two levels and on the bar. */
export const levelProgress = (xp: number): LevelProgress => {
  const have = Math.max(0, xp);
  const current = levelRow(levelForXp(have));
  const next = levels[current.level];
  return {
    level: current.level,
    nextLevel: next?.level ?? null,
    xpToNext: next ? next.xp - have : 0,
    towardsNext: next ? (have - current.xp) / (next.xp - current.xp) : 1,
    ofFullBar: Math.min(1, have / fullBarXp),
  };
};

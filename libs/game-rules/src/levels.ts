import type { BadgeName } from './badges.js';

export interface Level {
  readonly level: number;
  readonly xp: number;
  readonly badge: BadgeName | null;
  readonly border: BadgeName | null;
  readonly title: string;
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

/** The lowest level comes first, so a level's index is its number minus 1. */
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
/** The XP at which the level bar is full, at every level. */
export const fullBarXp = 30_000;

export const levelForXp = (xp: number): number => {
  let level = lowestLevel;
  for (const candidate of levels) if (xp >= candidate.xp) level = candidate.level;
  return level;
};

export const levelByNumber = (level: number): Level =>
  levels[Math.min(Math.max(Math.trunc(level), lowestLevel), highestLevel) - 1]!;

export interface LevelProgress {
  readonly level: number;
  readonly nextLevel: number | null;
  readonly xpToNext: number;
  /** The part of the XP from this level to the next, 0 to 1. It is 1 at the highest level. */
  readonly towardsNext: number;
  /** The filled part of the level bar, 0 to 1. */
  readonly ofFullBar: number;
}

export const levelProgress = (xp: number): LevelProgress => {
  const have = Math.max(0, xp);
  const current = levelByNumber(levelForXp(have));
  const next = levels[current.level];
  return {
    level: current.level,
    nextLevel: next?.level ?? null,
    xpToNext: next ? next.xp - have : 0,
    towardsNext: next ? (have - current.xp) / (next.xp - current.xp) : 1,
    ofFullBar: Math.min(1, have / fullBarXp),
  };
};

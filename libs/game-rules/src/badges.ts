export const badges = [
  'rookie',
  'active',
  'veteran',
  'expert',
  'master',
  'legend',
  'mythic',
  'ascended',
  'divine',
] as const;
export type BadgeName = (typeof badges)[number];

/**
 * The badge of a level, or null at level 1. This file is separate, because the web app's first bundle does not need
 * `levels`.
 */
export const badgeForLevel = (level: number): BadgeName | null =>
  badges[Math.min(Math.trunc(level) - 2, badges.length - 1)] ?? null;
export const borderForLevel = (level: number): BadgeName | null => badgeForLevel(level);

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

/** Null at level 1. Kept apart from `levels` to keep the web app's first bundle small. */
export const badgeForLevel = (level: number): BadgeName | null =>
  badges[Math.min(Math.trunc(level) - 2, badges.length - 1)] ?? null;
export const borderForLevel = (level: number): BadgeName | null => badgeForLevel(level);

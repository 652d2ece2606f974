/** Badges from level 2 on, lowest first. */
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
 * Null at level 1; higher levels than the table's get its last badge. Kept apart from `levels` to keep the web app's
 * first bundle small.
 */
export const badgeForLevel = (level: number): BadgeName | null =>
  badges[Math.min(Math.trunc(level) - 2, badges.length - 1)] ?? null;
export const borderForLevel = (level: number): BadgeName | null => badgeForLevel(level);

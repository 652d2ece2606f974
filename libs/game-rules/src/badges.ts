/** The badges of the levels from 2 on, lowest first. */
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
/** Name of a level's badge and of its border; level 1 has none. */
export type BadgeName = (typeof badges)[number];

/** The badge of a level, null at the first; levels above the table have its last one. Apart from the table of levels, so that the web app's first screen loads no more than this. */
export const badgeForLevel = (level: number): BadgeName | null =>
  badges[Math.min(Math.trunc(level) - 2, badges.length - 1)] ?? null;
export const borderForLevel = (level: number): BadgeName | null => badgeForLevel(level);

import { timeTexts } from '../texts/time.ts';

export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/** Null for an invalid time. */
export function ageOf(instant: string | null | undefined, now: number): number | null {
  const at = Date.parse(instant ?? '');
  return Number.isNaN(at) ? null : Math.max(0, now - at);
}

/** Whole hours or days. Less than an hour is `Just now`. */
export function cardTime(instant: string | null | undefined, now: number): string {
  const age = ageOf(instant, now);
  if (age === null) return timeTexts.unknown;
  if (age < HOUR) return timeTexts.cardNow;
  return age < DAY ? timeTexts.hoursAgo(Math.floor(age / HOUR)) : timeTexts.daysAgo(Math.floor(age / DAY));
}

import { timeTexts } from '../texts/time.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Milliseconds since an instant, never negative; null when it is no time at all. */
function ageOf(instant: string | null | undefined, now: number): number | null {
  const at = Date.parse(instant ?? '');
  return Number.isNaN(at) ? null : Math.max(0, now - at);
}

/** On question cards: 'Just now' for an hour, then hours, then days. */
export function cardTime(instant: string | null | undefined, now: number): string {
  const age = ageOf(instant, now);
  if (age === null) return timeTexts.unknown;
  if (age < HOUR) return timeTexts.cardNow;
  return age < DAY ? timeTexts.hoursAgo(Math.floor(age / HOUR)) : timeTexts.daysAgo(Math.floor(age / DAY));
}

/** In the chat: 'now', minutes, then hours without end. */
export function chatTime(instant: string | null | undefined, now: number): string {
  const age = ageOf(instant, now);
  if (age === null) return timeTexts.unknown;
  if (age < MINUTE) return timeTexts.now;
  return age < HOUR ? timeTexts.minutes(Math.floor(age / MINUTE)) : timeTexts.hours(Math.floor(age / HOUR));
}

/** In lists of the shell: 'just now', minutes, hours, days up to a week, then the local date. */
export function shellTime(instant: string | null | undefined, now: number): string {
  const age = ageOf(instant, now);
  if (age === null) return timeTexts.unknown;
  if (age < MINUTE) return timeTexts.shellNow;
  if (age < HOUR) return timeTexts.ago(timeTexts.minutes(Math.floor(age / MINUTE)));
  if (age < DAY) return timeTexts.ago(timeTexts.hours(Math.floor(age / HOUR)));
  if (age < 7 * DAY) return timeTexts.ago(timeTexts.days(Math.floor(age / DAY)));
  return new Date(Date.parse(instant ?? '')).toLocaleDateString();
}

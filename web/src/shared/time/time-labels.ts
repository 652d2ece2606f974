import { timeTexts } from '../texts/time.ts';
import { ageOf, DAY, HOUR, MINUTE } from './card-time.ts';

type Instant = string | null | undefined;

function shortAge(instant: Instant, now: number, daysFrom: number): string {
  const age = ageOf(instant, now);
  if (age === null) return timeTexts.unknown;
  if (age < MINUTE) return timeTexts.now;
  if (age < HOUR) return timeTexts.minutes(Math.floor(age / MINUTE));
  return age < daysFrom ? timeTexts.hours(Math.floor(age / HOUR)) : timeTexts.days(Math.floor(age / DAY));
}

/** Counts hours up to two days, and then days. `replyTime` counts hours up to one day. */
export const chatTime = (instant: Instant, now: number): string => shortAge(instant, now, 2 * DAY);
export const replyTime = (instant: Instant, now: number): string => shortAge(instant, now, DAY);

/** The age for seven days, and then the date. */
export function agoOrDate(instant: Instant, now: number): string {
  const age = ageOf(instant, now);
  if (age === null || age >= 7 * DAY) return localDate(instant, {});
  return age < MINUTE ? timeTexts.shellNow : timeTexts.ago(replyTime(instant, now));
}

function calendarDays(from: Date, to: Date): number {
  const midnight = (time: Date) => new Date(time.getFullYear(), time.getMonth(), time.getDate()).getTime();
  return Math.max(0, Math.round((midnight(to) - midnight(from)) / DAY));
}

/** Today's label is the time. Older labels are 'yesterday', the weekday for six days, and then the date. */
export function calendarTime(instant: Instant, now: number): string {
  if (ageOf(instant, now) === null) return timeTexts.unknown;
  const at = new Date(Date.parse(instant ?? ''));
  const today = new Date(now);
  const days = calendarDays(at, today);
  if (days === 0) return at.toLocaleTimeString(undefined, { hour: 'numeric', minute: '2-digit' });
  if (days === 1) return timeTexts.yesterday;
  if (days < 7) return at.toLocaleDateString(undefined, { weekday: 'long' });
  const isThisYear = at.getFullYear() === today.getFullYear();
  return at.toLocaleDateString(undefined, { month: 'short', day: 'numeric', ...(!isThisYear && { year: 'numeric' }) });
}

export function exactTime(instant: string): string {
  const at = Date.parse(instant);
  return Number.isNaN(at)
    ? timeTexts.unknown
    : new Date(at).toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'short' });
}

export function localDate(instant: Instant, style: Intl.DateTimeFormatOptions = { dateStyle: 'long' }): string {
  const at = Date.parse(instant ?? '');
  return Number.isNaN(at) ? timeTexts.unknown : new Date(at).toLocaleDateString(undefined, style);
}

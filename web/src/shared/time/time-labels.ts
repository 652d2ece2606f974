import { timeTexts } from '../texts/time.ts';
import { ageOf, DAY, HOUR, MINUTE } from './card-time.ts';

export function chatTime(instant: string | null | undefined, now: number): string {
  const age = ageOf(instant, now);
  if (age === null) return timeTexts.unknown;
  if (age < MINUTE) return timeTexts.now;
  if (age < HOUR) return timeTexts.minutes(Math.floor(age / MINUTE));
  return age < 2 * DAY ? timeTexts.hours(Math.floor(age / HOUR)) : timeTexts.days(Math.floor(age / DAY));
}

export function shellTime(instant: string | null | undefined, now: number): string {
  const age = ageOf(instant, now);
  if (age === null) return timeTexts.unknown;
  if (age < MINUTE) return timeTexts.shellNow;
  if (age < HOUR) return timeTexts.ago(timeTexts.minutes(Math.floor(age / MINUTE)));
  if (age < DAY) return timeTexts.ago(timeTexts.hours(Math.floor(age / HOUR)));
  if (age < 7 * DAY) return timeTexts.ago(timeTexts.days(Math.floor(age / DAY)));
  return new Date(Date.parse(instant ?? '')).toLocaleDateString();
}

function calendarDays(from: Date, to: Date): number {
  const midnight = (time: Date) => new Date(time.getFullYear(), time.getMonth(), time.getDate()).getTime();
  return Math.max(0, Math.round((midnight(to) - midnight(from)) / DAY));
}

/** Today's time, 'yesterday', a weekday of the last seven days, then month and day, with the year if it differs. */
export function spokenTime(instant: string | null | undefined, now: number): string {
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

export function replyTime(instant: string | null | undefined, now: number): string {
  const age = ageOf(instant, now);
  if (age === null) return timeTexts.unknown;
  if (age < MINUTE) return timeTexts.now;
  if (age < HOUR) return timeTexts.minutes(Math.floor(age / MINUTE));
  return age < DAY ? timeTexts.hours(Math.floor(age / HOUR)) : timeTexts.days(Math.floor(age / DAY));
}

export function exactTime(instant: string): string {
  const at = Date.parse(instant);
  return Number.isNaN(at)
    ? timeTexts.unknown
    : new Date(at).toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'short' });
}

export function localDate(instant: string | null | undefined): string {
  const at = Date.parse(instant ?? '');
  return Number.isNaN(at) ? timeTexts.unknown : new Date(at).toLocaleDateString(undefined, { dateStyle: 'long' });
}

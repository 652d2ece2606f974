const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Milliseconds since an instant, never negative; null when it is no time at all. */
function ageOf(instant: string | null | undefined, now: number): number | null {
  const at = Date.parse(instant ?? '');
  return Number.isNaN(at) ? null : Math.max(0, now - at);
}

const ago = (count: number, unit: string) => `${count} ${unit}${count === 1 ? '' : 's'} ago`;

/** On question cards: 'Just now' for an hour, then hours, then days. */
export function cardTime(instant: string | null | undefined, now: number): string {
  const age = ageOf(instant, now);
  if (age === null) return 'Unknown time';
  if (age < HOUR) return 'Just now';
  return age < DAY ? ago(Math.floor(age / HOUR), 'hour') : ago(Math.floor(age / DAY), 'day');
}

/** In the chat: 'now', minutes, then hours without end. */
export function chatTime(instant: string | null | undefined, now: number): string {
  const age = ageOf(instant, now);
  if (age === null) return 'Unknown time';
  if (age < MINUTE) return 'now';
  return age < HOUR ? `${Math.floor(age / MINUTE)}m` : `${Math.floor(age / HOUR)}h`;
}

/** In lists of the shell: 'just now', minutes, hours, days up to a week, then the local date. */
export function shellTime(instant: string | null | undefined, now: number): string {
  const age = ageOf(instant, now);
  if (age === null) return 'Unknown time';
  if (age < MINUTE) return 'just now';
  if (age < HOUR) return `${Math.floor(age / MINUTE)}m ago`;
  if (age < DAY) return `${Math.floor(age / HOUR)}h ago`;
  if (age < 7 * DAY) return `${Math.floor(age / DAY)}d ago`;
  return new Date(Date.parse(instant ?? '')).toLocaleDateString();
}

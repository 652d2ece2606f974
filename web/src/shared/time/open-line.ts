import type { Question } from '@hearsay/contracts';
import { soundTexts } from '../texts/content.ts';
import { timeTexts } from '../texts/time.ts';
import { DAY, HOUR, MINUTE } from './card-time.ts';
import { exactTime } from './time-labels.ts';

function lasted(ms: number): string {
  if (ms < MINUTE) return timeTexts.lasted.moment;
  if (ms < HOUR) return timeTexts.lasted.minutes(Math.floor(ms / MINUTE));
  return ms < DAY ? timeTexts.lasted.hours(Math.floor(ms / HOUR)) : timeTexts.lasted.days(Math.floor(ms / DAY));
}

/**
 * Says how long the lock was closed since the approval or the creation, and by how many boosts it opened. Null before
 * it opens.
 */
export function openedLine({ openedAt, openedBoosts, approvedAt, createdAt }: Question): string | null {
  if (openedAt === null || openedBoosts === null) return null;
  const closedMs = Date.parse(openedAt) - Date.parse(approvedAt ?? createdAt);
  return soundTexts.openAfter(lasted(Math.max(0, closedMs)), openedBoosts);
}

/** Says how the lock ends without enough boosts. Null if the lock has no end. */
export function lockEndLine({ isRevealed, lockUntil, ifNotReached, replyBoostThreshold }: Question): string | null {
  if (isRevealed || lockUntil === null || ifNotReached === 'stay') return null;
  const line = ifNotReached === 'open' ? soundTexts.opensOn : soundTexts.deletedOn;
  return line(exactTime(lockUntil), replyBoostThreshold);
}

import type { Discussion, Question } from '@hearsay/contracts';
import { soundTexts } from '../texts/content.ts';
import { timeTexts } from '../texts/time.ts';
import { DAY, HOUR, MINUTE } from './card-time.ts';

function lasted(ms: number): string {
  if (ms < MINUTE) return timeTexts.lasted.moment;
  if (ms < HOUR) return timeTexts.lasted.minutes(Math.floor(ms / MINUTE));
  return ms < DAY ? timeTexts.lasted.hours(Math.floor(ms / HOUR)) : timeTexts.lasted.days(Math.floor(ms / DAY));
}

/**
 * How long the lock was closed, and the boosts that opened it. Null if it never opened. A question to one person counts
 * from its approval, which only a pinned reply dates.
 */
export function openLine(question: Question & { readonly pinnedReply?: Discussion | null }): string | null {
  const { openedAt, openedBoosts, createdAt, targetUserId, pinnedReply } = question;
  if (openedAt === null || openedBoosts === null) return null;
  const from = targetUserId === null ? createdAt : pinnedReply?.createdAt;
  return soundTexts.openAfter(from ? lasted(Math.max(0, Date.parse(openedAt) - Date.parse(from))) : null, openedBoosts);
}

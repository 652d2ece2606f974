import { Refusal } from '@hearsay/contracts';

/** Acts of one person within the last 24 hours. */
export interface RecentActs {
  readonly count: number;
  /** An ISO instant. Null while `count` is 0. */
  readonly oldestAt: string | null;
}

/** At most `count` acts of one person in 24 hours. A refusal reports `text` at `field`. */
export interface DailyLimit {
  readonly name: string;
  readonly count: number;
  /** Shown to the person who reaches the limit. */
  readonly text: string;
  readonly field: string;
}

const daySeconds = 86_400;

/** @throws Refusal `rate_limited` with the seconds until the oldest recent act is a day old */
export const checkDailyLimit = (
  { name, count: most, text, field }: DailyLimit,
  { count, oldestAt }: RecentActs,
  { now, added = 1 }: { readonly now: string; readonly added?: number },
): void => {
  if (count + added <= most) return;
  const age = oldestAt === null ? 0 : Math.floor((Date.parse(now) - Date.parse(oldestAt)) / 1000);
  throw new Refusal('rate_limited', text, {
    fields: { [field]: text },
    retryAfter: Math.max(1, daySeconds - age),
    limit: { name, count: most, seconds: daySeconds },
  });
};

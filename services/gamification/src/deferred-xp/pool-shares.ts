import type { XpRule } from '@hearsay/contracts';
import { underCap } from '@hearsay/game-rules';
import type { AuthorId } from '@hearsay/service-runtime';
import type { DailyCaps } from '../config.js';
import type { DayChange } from '../earned-days.js';

/** What a person's anonymous posts have brought on a day: before the cap, and what was paid of it. */
export interface AnonymousDay {
  readonly sum: number;
  readonly counted: number;
}

export type DayName = Pick<DayChange, 'accountId' | 'rule' | 'day'>;

/** What a pool pays one person; `days` are the changes that its amount is made of. */
export interface PoolShare {
  /** The account, or the author id where that was erased. */
  readonly personId: string;
  readonly amount: number;
  readonly days: readonly ({ readonly rule: XpRule; readonly day: string } & AnonymousDay)[];
}

/** A share as it lies in the log and in rows: only content can tell whose it is. */
export interface SealedShare extends Omit<PoolShare, 'personId'> {
  readonly authorId: AuthorId;
}

export interface KnownDays {
  /** Live XP of the person's named acts of that rule and day, before the cap. */
  named(day: DayName): number;
  anonymous(day: DayName): AnonymousDay;
}

/**
 * One share for each person for whom something moves. Named and anonymous acts share the cap of a day; what is named counts first, so
 * that nothing public depends on what is anonymous. A day whose sum does not move may still be owed less by now.
 */
export const sharesOf = (days: readonly DayChange[], known: KnownDays, caps: DailyCaps): PoolShare[] => {
  const shares = new Map<string, PoolShare>();
  for (const { accountId, rule, day, amount } of days) {
    const cap = caps[rule];
    const named = known.named({ accountId, rule, day });
    const before = known.anonymous({ accountId, rule, day });
    const counted = underCap(named + before.sum + amount, cap) - underCap(named, cap) - before.counted;
    if (amount === 0 && counted === 0) continue;
    const share = shares.get(accountId) ?? { personId: accountId, amount: 0, days: [] };
    shares.set(accountId, {
      ...share,
      amount: share.amount + counted,
      days: [...share.days, { rule, day, sum: amount, counted }],
    });
  }
  return [...shares.values()];
};

import { randomUUID } from 'node:crypto';
import type { XpRule } from '@hearsay/contracts';
import type { AuthorId, SealedAuthors } from '@hearsay/service-runtime';

/**
 * XP of an anonymous act before the caps. Negative if the act is undone. With an account and amount 0, a named act has
 * used the cap of this day, so the pool computes the person's day again.
 */
export interface DeferredXp {
  readonly person: { readonly authorId: AuthorId } | { readonly accountId: string };
  readonly rule: XpRule;
  readonly amount: number;
  /** UTC day of the act. */
  readonly day: string;
  /** The act earns 0 XP if this account is its author. Only the pool can find this out. */
  readonly worthlessTo?: string;
  readonly removal?: ContentRemoval;
}

export interface ContentRemoval {
  readonly contentId: string;
  readonly isRemoved: boolean;
  /** Revision of the content. The removal with the highest revision wins. */
  readonly revision: number;
}

export interface AnonymousPostRow {
  readonly contentId: string;
  readonly sealed: string;
}

/** A row of `waiting_xp`: a random id, the sealed `DeferredXp`, and the time of its pool. */
export interface DeferredXpRow {
  readonly id: string;
  readonly sealed: string;
  readonly dueAt: string;
}

/** A day whose named XP has changed. The next pool computes it again, because anonymous XP shares its cap. */
export interface RecomputedDay extends Pick<DeferredXp, 'rule' | 'day'> {
  readonly accountId: string;
  readonly dueAt: string;
}

export class XpDeferral {
  constructor(
    readonly seals: SealedAuthors,
    private readonly intervalSeconds: number,
    private readonly now: () => number,
  ) {}

  newWaitingRow(fact: DeferredXp): DeferredXpRow {
    return { id: randomUUID(), sealed: this.seals.sealJson(fact), dueAt: this.nextPoolTime() };
  }

  /** A post that earns nothing gets a row too. A missing row would reveal that its author has replied before. */
  newPostRow(contentId: string, fact: DeferredXp): AnonymousPostRow {
    return { contentId, sealed: this.seals.sealJson(fact) };
  }

  /**
   * The time of the next pool. Pools are paid at fixed times, so that a payment does not reveal the time of an act.
   * Uses the clock of the database: by a slower clock, the time could have passed, and a single act would be paid at
   * once. With an interval of 0, returns the present time.
   */
  nextPoolTime(afterMs = 0): string {
    const [from, interval] = [this.now() + afterMs, this.intervalSeconds * 1000];
    return new Date(interval === 0 ? from : (Math.floor(from / interval) + 1) * interval).toISOString();
  }
}

/** XP before the caps. 0 if `worthlessTo` is this person. */
export const amountFor = (fact: Pick<DeferredXp, 'amount' | 'worthlessTo'>, personId: string): number =>
  fact.worthlessTo === personId ? 0 : fact.amount;

import { randomUUID } from 'node:crypto';
import type { XpRule } from '@hearsay/contracts';
import type { AuthorId, SealedAuthors } from '@hearsay/service-runtime';

/**
 * XP of an anonymous act before the caps, negative when the act is undone. With an account and amount 0, a named act
 * has used the cap of this day. The pool then computes the day again.
 */
export interface DeferredXp {
  readonly person: { readonly authorId: AuthorId } | { readonly accountId: string };
  readonly rule: XpRule;
  readonly amount: number;
  /** UTC day of the act. */
  readonly day: string;
  /** If this account is the author, the act earns 0 XP. Only the pool can find out who the author is. */
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

/** A row of `waiting_xp`. It has a random id, the sealed fact, and the time of its pool. */
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

  /** Posts that earn nothing get a row too, because a missing row would reveal a second reply by the same author. */
  newPostRow(contentId: string, fact: DeferredXp): AnonymousPostRow {
    return { contentId, sealed: this.seals.sealJson(fact) };
  }

  /**
   * Pools are paid at fixed times of the database's clock, so that a payment does not reveal the time of an act. By
   * another clock, this time could already have passed, and a single act would be paid at once. With an interval of 0,
   * returns the present time, so that pools are paid at once.
   */
  nextPoolTime(afterMs = 0): string {
    const [from, interval] = [this.now() + afterMs, this.intervalSeconds * 1000];
    return new Date(interval === 0 ? from : (Math.floor(from / interval) + 1) * interval).toISOString();
  }
}

export const amountFor = (fact: Pick<DeferredXp, 'amount' | 'worthlessTo'>, personId: string): number =>
  fact.worthlessTo === personId ? 0 : fact.amount;

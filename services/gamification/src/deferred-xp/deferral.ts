import { randomUUID } from 'node:crypto';
import type { XpRule } from '@hearsay/contracts';
import type { AuthorId, SealedAuthors } from '@hearsay/service-runtime';

/**
 * XP of an anonymous act before the caps, negative if the act is undone. An account with amount 0 means that a named
 * act shares the cap of this day.
 */
export interface DeferredXp {
  readonly person: { readonly authorId: AuthorId } | { readonly accountId: string };
  readonly rule: XpRule;
  readonly amount: number;
  /** UTC day of the act. */
  readonly day: string;
  /** The amount counts 0 if this account is the author. Only the pool can find out. */
  readonly worthlessTo?: string;
  readonly removal?: Removal;
}

export interface Removal {
  readonly contentId: string;
  readonly isRemoved: boolean;
  /** Revision of the content. The highest one wins. */
  readonly revision: number;
}

export interface AnonymousPost {
  readonly contentId: string;
  readonly sealed: string;
}

/** A row of `waiting_xp`, with the instant of its pool. The whole fact is sealed, and the id is random. */
export interface DeferredXpRow {
  readonly id: string;
  readonly sealed: string;
  readonly dueAt: string;
}

/** A day whose named XP has changed. Anonymous XP shares the day's cap, so the next pool computes the day again. */
export interface RecomputedDay extends Pick<DeferredXp, 'rule' | 'day'> {
  readonly accountId: string;
  readonly dueAt: string;
}

export class Deferral {
  constructor(
    readonly seals: SealedAuthors,
    private readonly intervalSeconds: number,
    private readonly now: () => number,
  ) {}

  waiting(fact: DeferredXp): DeferredXpRow {
    return { id: randomUUID(), sealed: this.seals.sealJson(fact), dueAt: this.nextPool() };
  }

  /** A post without XP needs a row too: a missing row would reveal a second reply by the same author. */
  post(contentId: string, fact: DeferredXp): AnonymousPost {
    return { contentId, sealed: this.seals.sealJson(fact) };
  }

  /**
   * Pools are paid at fixed times of the database's clock, so that a payment does not reveal the time of an act. A clock
   * behind it could name a pool that has passed, which would pay a single act at once. Late acts wait too. An interval of
   * 0 pays at once.
   */
  nextPool(afterMs = 0): string {
    const [from, interval] = [this.now() + afterMs, this.intervalSeconds * 1000];
    return new Date(interval === 0 ? from : (Math.floor(from / interval) + 1) * interval).toISOString();
  }
}

export const amountFor = (fact: Pick<DeferredXp, 'amount' | 'worthlessTo'>, personId: string): number =>
  fact.worthlessTo === personId ? 0 : fact.amount;

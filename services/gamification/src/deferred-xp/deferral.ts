import { randomUUID } from 'node:crypto';
import type { XpRule } from '@hearsay/contracts';
import type { AuthorId, SealedAuthors } from '@hearsay/service-runtime';

/**
 * XP of an anonymous act before the caps, negative if it is undone. With an account and amount 0 it says that a named
 * act shares the cap of a day.
 */
export interface WaitingXp {
  readonly person: { readonly authorId: AuthorId } | { readonly accountId: string };
  readonly rule: XpRule;
  readonly amount: number;
  /** UTC day of the act. */
  readonly day: string;
  /** The amount counts 0 if this account is the author's own. Only the pool can tell. */
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

/** A row of `waiting_xp`, with the instant of its pool. The fact is fully sealed, and the id is random. */
export interface WaitingRow {
  readonly id: string;
  readonly sealed: string;
  readonly dueAt: string;
}

/** A day whose named XP has changed. Anonymous XP shares its cap, so the next pool works it out again. */
export interface WeighedDay extends Pick<WaitingXp, 'rule' | 'day'> {
  readonly accountId: string;
  readonly dueAt: string;
}

/**
 * Pools are paid at fixed times of the clock, so that a payment reveals nothing about the time of an act. Interval 0:
 * at once.
 */
export const nextPool = (now: number, intervalSeconds: number): string => {
  const interval = intervalSeconds * 1000;
  return new Date(interval === 0 ? now : (Math.floor(now / interval) + 1) * interval).toISOString();
};

export class Deferral {
  constructor(
    readonly seals: SealedAuthors,
    private readonly intervalSeconds: number,
  ) {}

  waiting(fact: WaitingXp): WaitingRow {
    return { id: randomUUID(), sealed: this.seals.sealJson(fact), dueAt: this.nextPool() };
  }

  /** Also for a worth of 0: a missing row would reveal a second reply by the same author. */
  post(contentId: string, fact: WaitingXp): AnonymousPost {
    return { contentId, sealed: this.seals.sealJson(fact) };
  }

  /** By the clock and not by the time of the act, so that late acts wait too. */
  nextPool(now = Date.now()): string {
    return nextPool(now, this.intervalSeconds);
  }
}

export const amountFor = (fact: Pick<WaitingXp, 'amount' | 'worthlessTo'>, personId: string): number =>
  fact.worthlessTo === personId ? 0 : fact.amount;

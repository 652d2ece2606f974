import { randomUUID } from 'node:crypto';
import type { XpRule } from '@hearsay/contracts';
import type { AuthorId, SealedAuthors } from '@hearsay/service-runtime';
import { readJson, sealJson } from '../sealed-xp.js';

/**
 * What waits for a pool, before the caps: XP of an anonymous act, negative where it is taken back. Or, with an account
 * instead of an author and an amount of 0, that a named act shares the cap of a day. The pool finds the account.
 */
export interface WaitingXp {
  readonly person: { readonly authorId: AuthorId } | { readonly accountId: string };
  readonly rule: XpRule;
  readonly amount: number;
  /** UTC day of the act. */
  readonly day: string;
  /** If this account is the author's own, the amount counts as 0. Only the pool can tell. */
  readonly worthlessTo?: string;
  /** The fact is that content was removed, or is back. The pool works out what that takes or gives; `amount` is 0. */
  readonly removal?: Removal;
}

export interface Removal {
  readonly contentId: string;
  readonly isRemoved: boolean;
  /** Of the content: the highest one says how it stands. */
  readonly revision: number;
}

/** A row of `anonymous_posts`: what a post was worth, sealed. */
export interface AnonymousPost {
  readonly contentId: string;
  readonly sealed: string;
}

/** A row of `waiting_xp`, and the instant of the pool that it waits for. The fact is sealed in full; the id is random. */
export interface WaitingRow {
  readonly id: string;
  readonly sealed: string;
  readonly dueAt: string;
}

/** A day of a person whose named XP has moved: what is anonymous shares its cap, so the next pool weighs it again. */
export interface WeighedDay extends Pick<WaitingXp, 'rule' | 'day'> {
  readonly accountId: string;
  /** Instant of the pool. */
  readonly dueAt: string;
}

/** Pools are paid at fixed times of the clock, so that the time of a payment says nothing about the time of an act; at once without an interval. */
export const nextPool = (now: number, intervalSeconds: number): string => {
  const interval = intervalSeconds * 1000;
  return new Date(interval === 0 ? now : (Math.floor(now / interval) + 1) * interval).toISOString();
};

/** Makes waiting rows. */
export class Deferral {
  readonly seals: SealedAuthors;
  readonly #intervalSeconds: number;

  constructor(seals: SealedAuthors, intervalSeconds: number) {
    this.seals = seals;
    this.#intervalSeconds = intervalSeconds;
  }

  waiting(fact: WaitingXp): WaitingRow {
    return { id: randomUUID(), sealed: sealJson(this.seals, fact), dueAt: this.nextPool() };
  }

  /** What a post was worth, 0 too: a post without a row would be a second one of somebody who has answered before. */
  post(contentId: string, fact: WaitingXp): AnonymousPost {
    return { contentId, sealed: sealJson(this.seals, fact) };
  }

  /** By the clock, never by the time of the act: what arrives late waits for the next pool too. */
  nextPool(now = Date.now()): string {
    return nextPool(now, this.#intervalSeconds);
  }
}

export const readWaiting = (seals: SealedAuthors, sealed: string): WaitingXp | null =>
  readJson<WaitingXp>(seals, sealed);

/** What a fact is worth to the person whose it turns out to be. */
export const worthOf = (
  { amount, worthlessTo }: Pick<WaitingXp, 'amount' | 'worthlessTo'>,
  personId: string,
): number => (worthlessTo === personId ? 0 : amount);

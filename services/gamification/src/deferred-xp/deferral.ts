import { randomUUID } from 'node:crypto';
import type { XpRule } from '@hearsay/contracts';
import type { SealedAuthors } from '@hearsay/service-runtime';
import { openJson, sealJson } from './sealed-json.js';

/** What an anonymous act brings its author, before the caps; negative takes back. */
export interface WaitingXp {
  readonly accountId: string;
  readonly rule: XpRule;
  readonly amount: number;
  /** UTC day of the act. */
  readonly day: string;
}

/** A row of `waiting_xp`, and the instant of the pool that it waits for. The fact is sealed in full; the id is random. */
export interface WaitingRow {
  readonly id: string;
  readonly sealed: string;
  readonly dueAt: string;
}

/** Pools are paid at fixed times of the clock, so that the time of a payment says nothing about the time of an act; at once without an interval. */
export const nextPool = (now: number, intervalSeconds: number): string => {
  const interval = intervalSeconds * 1000;
  return new Date(interval === 0 ? now : (Math.floor(now / interval) + 1) * interval).toISOString();
};

/** Makes waiting rows. */
export class Deferral {
  readonly authors: SealedAuthors;
  readonly #intervalSeconds: number;

  constructor(authors: SealedAuthors, intervalSeconds: number) {
    this.authors = authors;
    this.#intervalSeconds = intervalSeconds;
  }

  waiting(fact: WaitingXp): WaitingRow {
    return { id: randomUUID(), sealed: sealJson(this.authors, fact), dueAt: this.nextPool() };
  }

  /** By the clock, never by the time of the act: what arrives late waits for the next pool too. */
  nextPool(): string {
    return nextPool(Date.now(), this.#intervalSeconds);
  }
}

export const openWaiting = (authors: SealedAuthors, sealed: string): WaitingXp => openJson<WaitingXp>(authors, sealed);

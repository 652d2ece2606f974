import { randomUUID } from 'node:crypto';
import type { XpRule } from '@hearsay/contracts';
import type { AggregateDefinition, CommandDefinition, LiveMessage, Loaded, RowWriter, Transaction } from '@hearsay/event-store';
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

/** Core NATS wake-up for whoever runs pools. */
export const poolSubject = 'jobs.gamification.pools';
export interface PoolDue {
  /** ISO instant. */
  readonly dueAt: string;
}
export const wakePools = (dueAt: string): LiveMessage => ({ subject: poolSubject, data: { dueAt } satisfies PoolDue, isLatestOnly: true });

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

export interface DeferXp {
  /** Of this one act, so that a repeated fact changes nothing. */
  readonly claim: string;
  readonly waiting: WaitingRow;
}

/** Keeps what an anonymous act earns or loses until the next pool. The log learns nothing: a fact at this moment would tell. */
export const deferXp: CommandDefinition<DeferXp, void> = {
  type: 'defer-xp',
  plan: ({ claim }) => ({ aggregates: {}, claims: [claim] }),
  decide: ({ claim, waiting }, view) =>
    view.holds(claim)
      ? { events: [], rows: { waiting: [waiting] }, live: [wakePools(waiting.dueAt)], result: undefined }
      : { events: [], result: undefined },
};

export const writeWaiting: RowWriter = async (tx, rows) => {
  const waiting = rows as readonly WaitingRow[];
  await tx.query({
    name: 'write-waiting-xp',
    text: `with waiting as (insert into waiting_xp (id, sealed) select * from unnest($1::uuid[], $2::text[]))
           insert into xp_pools (due_at) select distinct due_at from unnest($3::timestamptz[]) as due (due_at) order by 1 on conflict do nothing`,
    values: [waiting.map((row) => row.id), waiting.map((row) => row.sealed), waiting.map((row) => row.dueAt)],
  });
};

/** Key: id of a waiting row. True while it waits: whoever pays it has locked it. */
export const waitingAggregate: AggregateDefinition<boolean> = {
  name: 'waiting-xp',
  events: [],
  evolve: (state) => state,
  async load(tx: Transaction, keys) {
    const { rows } = await tx.query<{ id: string }>({
      name: 'lock-waiting-xp',
      text: 'select id from waiting_xp where id = any($1::uuid[]) order by id for update',
      values: [keys],
    });
    const here = new Set(rows.map((row) => row.id));
    return new Map<string, Loaded<boolean>>(keys.map((key) => [key, { version: 0, state: here.has(key) }]));
  },
};

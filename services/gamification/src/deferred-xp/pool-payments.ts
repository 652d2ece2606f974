import { randomUUID } from 'node:crypto';
import { Refusal } from '@hearsay/contracts';
import { type CommandPipeline, inTransaction } from '@hearsay/event-store';
import type { SealedAuthors } from '@hearsay/service-runtime';
import type pg from 'pg';
import type { DailyCaps } from '../config.js';
import { sumOfDays } from '../ledger/earned-days.js';
import { checkLevels } from '../levels/level-checks.js';
import { settleRemovals } from './anonymous-removals.js';
import { type Deferral, readWaiting, type WaitingXp } from './deferral.js';
import { readKnownDays } from './known-days.js';
import { type PayPool, payPool } from './pay-pool.decider.js';
import { type PoolShare, sharesOf } from './pool-shares.js';
import { readJson, sealJson } from './sealed-json.js';

/** Due pools looked at in one sweep. */
const mostAtOnce = 1000;
const peopleInAPayment = 200;
const paymentTimeoutMs = 10_000;
/** Somebody else may be paying the same rows; then they are gone when one looks again. */
const attempts = 3;

interface Dependencies {
  readonly pool: pg.Pool;
  readonly pipeline: CommandPipeline;
  readonly authors: SealedAuthors;
  readonly deferral: Deferral;
  readonly caps: DailyCaps;
  /** Levels may have to be settled. */
  readonly wakeLevels: () => void;
}

/** By their random ids, so that the order of payments is not that of accounts. */
export const inRandomOrder = <T extends { readonly entryId: string }>(entries: readonly T[]): T[] =>
  [...entries].sort((a, b) => (a.entryId < b.entryId ? -1 : 1));

/** Pays pools. A row of `xp_pools` is the truth: it goes when everything behind it is done, so a killed payment is taken up again. */
export class PoolPayments {
  readonly #dependencies: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
  }

  /** Instants of pools that are not paid, the earliest first. What waits without a pool gets the next one. */
  async due(): Promise<string[]> {
    const { pool, deferral } = this.#dependencies;
    await pool.query(
      `insert into xp_pools (due_at) select $1::timestamptz
       where exists (select 1 from waiting_xp) and not exists (select 1 from xp_pools) on conflict do nothing`,
      [deferral.nextPool()],
    );
    const { rows } = await pool.query<{ due_at: Date }>('select due_at from xp_pools order by due_at limit $1', [mostAtOnce]);
    return rows.map((row) => row.due_at.toISOString());
  }

  /** Pays everything that waits, as of the pool's instant; nothing when this pool was paid before. */
  async pay(dueAt: string): Promise<void> {
    const { pool, authors, wakeLevels } = this.#dependencies;
    const known = await pool.query('select 1 from xp_pools where due_at = $1', [dueAt]);
    if (known.rows.length === 0) return;
    await this.#payAll(dueAt);
    // Also after a kill between a payment and this line: who was paid is read from what was paid.
    const paid = await pool.query<{ sealed: string }>(
      'select sealed from anonymous_entries where paid_at in (select due_at from xp_pools where due_at <= $1)',
      [dueAt],
    );
    const people = [...new Set(paid.rows.flatMap(({ sealed }) => readJson<PoolShare>(authors, sealed)?.accountId ?? []))];
    for (let from = 0; from < people.length; from += peopleInAPayment) {
      const some = people.slice(from, from + peopleInAPayment).map((accountId) => ({ accountId, at: dueAt }));
      await inTransaction(pool, (tx) => checkLevels(tx, authors, some));
    }
    wakeLevels();
    await pool.query('delete from xp_pools where due_at <= $1', [dueAt]);
    await this.due();
  }

  async #payAll(dueAt: string): Promise<void> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        for (const payment of await this.#payments()) {
          await this.#dependencies.pipeline.execute(payPool, payment, {
            accountId: null,
            correlationId: null,
            deadline: Date.now() + paymentTimeoutMs,
            now: dueAt,
          });
        }
        return;
      } catch (error) {
        if (!(error instanceof Refusal && error.code === 'conflict') || attempt === attempts) throw error;
      }
    }
  }

  /** Everything that waits, by people, in random order. */
  async #payments(): Promise<PayPool[]> {
    const { pool, authors, caps } = this.#dependencies;
    const { rows } = await pool.query<{ id: string; sealed: string }>('select id, sealed from waiting_xp order by id');
    const byPerson = new Map<string, { ids: string[]; facts: WaitingXp[] }>();
    for (const { id, sealed } of rows) {
      const fact = readWaiting(authors, sealed);
      // It waits on until its key is back.
      if (!fact) continue;
      const person = byPerson.get(fact.accountId) ?? { ids: [], facts: [] };
      person.ids.push(id);
      person.facts.push(fact);
      byPerson.set(fact.accountId, person);
    }
    const people = [...byPerson.values()];
    const payments: PayPool[] = [];
    for (let from = 0; from < people.length; from += peopleInAPayment) {
      const some = people.slice(from, from + peopleInAPayment);
      const facts = some.flatMap((person) => person.facts);
      const removed = await settleRemovals(pool, authors, facts);
      const days = sumOfDays([...facts, ...removed.changes]);
      const shares = sharesOf(days, await readKnownDays(pool, authors, days), caps);
      payments.push({
        waitingIds: some.flatMap(({ ids }) => ids),
        removals: removed.rows,
        shares: inRandomOrder(shares.map((share) => ({ entryId: randomUUID(), sealed: sealJson(authors, share) }))),
      });
    }
    return payments;
  }
}

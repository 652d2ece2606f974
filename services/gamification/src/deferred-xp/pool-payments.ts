import { randomUUID } from 'node:crypto';
import { Refusal, steadyNow } from '@hearsay/contracts';
import { type CommandPipeline, inTransaction } from '@hearsay/event-store';
import { type AuthorId, type Authors, type DueRow, dueInMs, type SealedAuthors } from '@hearsay/service-runtime';
import type pg from 'pg';
import type { DailyCaps } from '../config.js';
import { type DayChange, sumPerDay } from '../earned-days.js';
import { scheduleLevelChecks } from '../levels/level.sql.js';
import { type RemovalOfAuthor, settleRemovals } from './anonymous-removals.js';
import { amountFor, type DeferredXp, type XpDeferral } from './deferral.js';
import { type PoolPayment, payPoolCommand } from './pool.decider.js';
import { readDaySums } from './pool.sql.js';
import {
  addWaitingRows,
  type PoolPerson,
  peopleOfPool,
  type SealedShare,
  sharesOf,
  splitIntoPayments,
  type WaitingPerson,
} from './pool-shares.js';

const maxPoolsPerRead = 1000;
const maxPeoplePerPayment = 200;
const rowsPerRead = 2000;
const paymentTimeoutMs = 10_000;
/** Waiting rows that cannot be opened are retried after this delay, even with an interval of 0. */
const retryUnreadableAfterMs = 5000;
const beforeAllIds = '00000000-0000-0000-0000-000000000000';
/**
 * Attempts to pay a pool. If another process pays some rows first, a payment is refused. The next attempt no longer
 * finds these rows.
 */
const maxAttempts = 3;

interface Dependencies {
  readonly pool: pg.Pool;
  readonly pipeline: CommandPipeline;
  readonly seals: SealedAuthors;
  readonly authors: Authors;
  readonly deferral: XpDeferral;
  readonly caps: DailyCaps;
  readonly wakeLevels: () => void;
}

const waitingRows = 'select id, sealed from waiting_xp where id > $1 order by id limit $2';
const paidEntries = `select entry_id as id, sealed from anonymous_entries
  where paid_at = $3 and entry_id > $1 order by entry_id limit $2`;
/**
 * All times of payments since the oldest unfinished pool. A killed process may have paid entries of this pool, but not
 * checked the levels of the people.
 */
const paymentTimes = `select distinct paid_at from anonymous_entries
  where paid_at between (select min(due_at) from xp_pools) and $1`;

interface SealedRow {
  readonly id: string;
  readonly sealed: string;
}

/** Sorts by the random entry id. The order of people would reveal accounts. */
const inRandomOrder = <T extends { readonly entryId: string }>(entries: readonly T[]): T[] =>
  [...entries].sort((a, b) => (a.entryId < b.entryId ? -1 : 1));

/** An erased author gets a share of 0. A missing share would reveal which posts are by an erased account. */
const shareOfErased = ({ days }: Pick<SealedShare, 'days'>): Pick<SealedShare, 'amount' | 'days'> => ({
  amount: 0,
  days: days.map((day) => ({ ...day, counted: 0 })),
});

/** Pays pools. The row of a pool in `xp_pools` is deleted only after the last step, so that a killed pool resumes. */
export class PoolPayments {
  constructor(private readonly dependencies: Dependencies) {}

  /** Adds a pool if rows wait and no pool is scheduled. The pool is at least `afterMs` away. */
  async #scheduleRemainingRows(afterMs?: number): Promise<void> {
    const { pool, deferral } = this.dependencies;
    await pool.query(
      `insert into xp_pools (due_at) select $1::timestamptz
       where exists (select 1 from waiting_xp) and not exists (select 1 from xp_pools) on conflict do nothing`,
      [deferral.nextPoolTime(afterMs)],
    );
  }

  /** The newest due pool and all later pools. Leaves out earlier pools: the newest due pool pays their rows too. */
  async duePools(): Promise<DueRow[]> {
    await this.#scheduleRemainingRows();
    const { rows } = await this.dependencies.pool.query<DueRow>(
      `select due_at as id, ${dueInMs} as "dueInMs" from xp_pools
       where due_at >= coalesce((select max(due_at) from xp_pools where due_at <= now()), '-infinity')
       order by due_at limit $1`,
      [maxPoolsPerRead],
    );
    return rows;
  }

  /** Does nothing for a pool that was already paid. */
  async payPool(dueAt: string): Promise<void> {
    const { pool, wakeLevels } = this.dependencies;
    const known = await pool.query('select 1 from xp_pools where due_at = $1', [dueAt]);
    if (known.rows.length === 0) return;
    await this.#payWaitingRows(dueAt);
    // Reads the paid people from the entries. They include people whom a killed process has paid before.
    const { rows: times } = await pool.query<{ paid_at: string }>(paymentTimes, [dueAt]);
    for (const { paid_at: paidAt } of times)
      for await (const entries of this.#pages('read-paid-entries', paidEntries, paidAt))
        await this.#checkLevels(entries, dueAt);
    wakeLevels();
    await pool.query('delete from xp_pools where due_at <= $1', [dueAt]);
    await this.#scheduleRemainingRows(retryUnreadableAfterMs);
  }

  /** Pays all waiting rows, also those of later pools. Tries again if another process has paid some of them. */
  async #payWaitingRows(dueAt: string): Promise<void> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        for await (const payment of this.#payments()) {
          const deadline = steadyNow() + paymentTimeoutMs;
          const context = { accountId: null, correlationId: null, deadline, now: dueAt };
          await this.dependencies.pipeline.execute(payPoolCommand, payment, context);
        }
        return;
      } catch (error) {
        if (!(error instanceof Refusal && error.code === 'conflict') || attempt === maxAttempts) throw error;
      }
    }
  }

  /** Only schedules the checks. Leaves out erased accounts. */
  async #checkLevels(entries: readonly SealedRow[], at: string): Promise<void> {
    const { pool, seals, authors } = this.dependencies;
    const people = [...new Set(entries.flatMap(({ sealed }) => seals.readJson<SealedShare>(sealed)?.authorId ?? []))];
    for (let from = 0; from < people.length; from += maxPeoplePerPayment) {
      const accounts = await authors.accountsOf(people.slice(from, from + maxPeoplePerPayment));
      const moved = [...accounts.values()].map((accountId) => ({ accountId, at }));
      await inTransaction(pool, (tx) => scheduleLevelChecks(tx, { seals, authors }, moved));
    }
  }

  /** Payments of several people each, in random order. Computes a payment only after the previous one has committed. */
  async *#payments(): AsyncGenerator<PoolPayment> {
    const people = new Map<string, WaitingPerson>();
    for await (const rows of this.#pages('read-waiting-xp', waitingRows))
      await addWaitingRows(people, this.dependencies.authors, this.#openFacts(rows));
    for (const some of splitIntoPayments(people.values(), maxPeoplePerPayment, rowsPerRead))
      yield await this.#newPayment(some);
  }

  async *#pages(name: string, text: string, ...more: string[]): AsyncGenerator<SealedRow[]> {
    for (let after = beforeAllIds, isMore = true; isMore; ) {
      const values = [after, rowsPerRead, ...more];
      const { rows } = await this.dependencies.pool.query<SealedRow>({ name, text, values });
      yield rows;
      isMore = rows.length === rowsPerRead;
      after = rows.at(-1)?.id ?? after;
    }
  }

  #openFacts(rows: readonly SealedRow[]): { id: string; fact: DeferredXp }[] {
    return rows.flatMap(({ id, sealed }) => {
      const fact = this.dependencies.seals.readJson<DeferredXp>(sealed);
      return fact ? [{ id, fact }] : [];
    });
  }

  async #peopleOf(waitingIds: readonly string[]): Promise<PoolPerson[]> {
    // If another process has paid some of these rows, the command later refuses this payment.
    const { rows } = await this.dependencies.pool.query<SealedRow>({
      name: 'read-waiting-xp-of-people',
      text: 'select id, sealed from waiting_xp where id = any($1::uuid[])',
      values: [waitingIds],
    });
    const facts = this.#openFacts(rows).map(({ fact }) => fact);
    return peopleOfPool(this.dependencies.authors, facts);
  }

  async #newPayment(some: readonly WaitingPerson[]): Promise<PoolPayment> {
    const { pool, seals, caps } = this.dependencies;
    const waitingIds = some.flatMap((person) => person.waitingIds);
    const authors = new Map<string, { readonly authorId: AuthorId; readonly isErased: boolean }>();
    const changes: DayChange[] = [];
    const removals: RemovalOfAuthor[] = [];
    for (const { id: personId, authorId, isErased, facts } of await this.#peopleOf(waitingIds)) {
      // An account without an author id has no anonymous posts that could share the cap.
      if (authorId === null) continue;
      authors.set(personId, { authorId, isErased });
      for (const { rule, day, removal, ...fact } of facts) {
        if (removal) removals.push({ personId, removal });
        else changes.push({ accountId: personId, rule, day, amount: amountFor(fact, personId) });
      }
    }
    const authorIdOf = (personId: string) => authors.get(personId)!.authorId;
    const removed = await settleRemovals(pool, seals, removals);
    const days = sumPerDay([...changes, ...removed.changes]);
    const shares = sharesOf(days, await readDaySums(pool, seals, days, authorIdOf), caps);
    const sealedShares = shares.map(({ personId, ...share }): SealedShare => {
      const { authorId, isErased } = authors.get(personId)!;
      return { authorId, ...(isErased ? shareOfErased(share) : share) };
    });
    return {
      waitingIds,
      removals: removed.rows,
      shares: inRandomOrder(sealedShares.map((share) => ({ entryId: randomUUID(), sealed: seals.sealJson(share) }))),
    };
  }
}

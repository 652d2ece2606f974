import { randomUUID } from 'node:crypto';
import { Refusal, steadyNow } from '@hearsay/contracts';
import { type CommandPipeline, inTransaction } from '@hearsay/event-store';
import type { AuthorId, Authors, SealedAuthors } from '@hearsay/service-runtime';
import type pg from 'pg';
import type { DailyCaps } from '../config.js';
import { type DayChange, sumOfDays } from '../earned-days.js';
import { checkLevels } from '../levels/level.sql.js';
import { readJson, sealJson } from '../sealed-xp.js';
import { type OwnedRemoval, settleRemovals } from './anonymous-removals.js';
import { type Deferral, readWaiting, type WaitingXp, worthOf } from './deferral.js';
import { type PayPool, payPool } from './pool.decider.js';
import { readKnownDays } from './pool.sql.js';
import {
  addWaiting,
  inPayments,
  type PersonOfPool,
  peopleOfPool,
  type SealedShare,
  sharesOf,
  type WaitingPerson,
} from './pool-shares.js';

/** Due pools looked at in one sweep. */
const mostAtOnce = 1000;
const peopleInAPayment = 200;
/** Rows read by one statement. */
const rowsAtOnce = 2000;
const paymentTimeoutMs = 10_000;
/** When a pool looks again at what it could not open, also where pools are due at once. */
const retryMs = 5000;
/** Smaller than every id. */
const beforeAllIds = '00000000-0000-0000-0000-000000000000';
/** Somebody else may be paying the same rows; then they are gone when one looks again. */
const attempts = 3;

interface Dependencies {
  readonly pool: pg.Pool;
  readonly pipeline: CommandPipeline;
  readonly seals: SealedAuthors;
  readonly authors: Authors;
  readonly deferral: Deferral;
  readonly caps: DailyCaps;
  /** Levels may have to be settled. */
  readonly wakeLevels: () => void;
}

interface SealedRow {
  readonly id: string;
  readonly sealed: string;
}

/** By their random ids, so that the order of payments is not that of accounts. */
const inRandomOrder = <T extends { readonly entryId: string }>(entries: readonly T[]): T[] =>
  [...entries].sort((a, b) => (a.entryId < b.entryId ? -1 : 1));

/** Nobody is behind an erased author, who is paid nothing. A share that is missing would tell whose posts these are. */
const unpaid = ({ days }: Pick<SealedShare, 'days'>): Pick<SealedShare, 'amount' | 'days'> => ({
  amount: 0,
  days: days.map((day) => ({ ...day, counted: 0 })),
});

/** Pays pools. A row of `xp_pools` is the truth: it goes when everything behind it is done, so a killed payment is taken up again. */
export class PoolPayments {
  readonly #dependencies: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
  }

  /** What waits without a pool gets the next one behind this time. */
  async #poolForRest(behind?: number): Promise<void> {
    const { pool, deferral } = this.#dependencies;
    await pool.query(
      `insert into xp_pools (due_at) select $1::timestamptz
       where exists (select 1 from waiting_xp) and not exists (select 1 from xp_pools) on conflict do nothing`,
      [deferral.nextPool(behind)],
    );
  }

  /** Instants of pools that are not paid, the earliest first. */
  async due(): Promise<string[]> {
    await this.#poolForRest();
    const { rows } = await this.#dependencies.pool.query<{ due_at: Date }>(
      'select due_at from xp_pools order by due_at limit $1',
      [mostAtOnce],
    );
    return rows.map((row) => row.due_at.toISOString());
  }

  /** Pays everything that waits, as of the pool's instant; nothing when this pool was paid before. */
  async pay(dueAt: string): Promise<void> {
    const { pool, wakeLevels } = this.#dependencies;
    const known = await pool.query('select 1 from xp_pools where due_at = $1', [dueAt]);
    if (known.rows.length === 0) return;
    await this.#payAll(dueAt);
    // Also after a kill between a payment and this line: who was paid is read from what was paid.
    for await (const entries of this.#paid(dueAt)) await this.#checkLevels(entries, dueAt);
    wakeLevels();
    await pool.query('delete from xp_pools where due_at <= $1', [dueAt]);
    await this.#poolForRest(Date.now() + retryMs);
  }

  async #payAll(dueAt: string): Promise<void> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        for await (const payment of this.#payments()) {
          await this.#dependencies.pipeline.execute(payPool, payment, {
            accountId: null,
            correlationId: null,
            deadline: steadyNow() + paymentTimeoutMs,
            now: dueAt,
          });
        }
        return;
      } catch (error) {
        if (!(error instanceof Refusal && error.code === 'conflict') || attempt === attempts) throw error;
      }
    }
  }

  async #checkLevels(entries: readonly SealedRow[], at: string): Promise<void> {
    const { pool, seals, authors } = this.#dependencies;
    const people = [...new Set(entries.flatMap(({ sealed }) => readJson<SealedShare>(seals, sealed)?.authorId ?? []))];
    for (let from = 0; from < people.length; from += peopleInAPayment) {
      const accounts = await authors.accountsOf(people.slice(from, from + peopleInAPayment));
      const moved = [...accounts.values()].map((accountId) => ({ accountId, at }));
      await inTransaction(pool, (tx) => checkLevels(tx, { seals, authors }, moved));
    }
  }

  /** Everything that waits, by people, in random order. Each payment is worked out when the one before is made. */
  async *#payments(): AsyncGenerator<PayPool> {
    const people = new Map<string, WaitingPerson>();
    for await (const rows of this.#waiting()) await addWaiting(people, this.#dependencies.authors, this.#opened(rows));
    for (const some of inPayments(people.values(), peopleInAPayment, rowsAtOnce)) yield await this.#payment(some);
  }

  #waiting(): AsyncGenerator<SealedRow[]> {
    return this.#pages({
      name: 'read-waiting-xp',
      text: 'select id, sealed from waiting_xp where id > $1 order by id limit $2',
    });
  }

  #paid(dueAt: string): AsyncGenerator<SealedRow[]> {
    return this.#pages(
      {
        name: 'read-paid-entries',
        text: `select entry_id as id, sealed from anonymous_entries
               where entry_id > $1 and paid_at in (select due_at from xp_pools where due_at <= $3) order by entry_id limit $2`,
      },
      dueAt,
    );
  }

  /** $1 = the id behind which a page begins, $2 = how many rows it has. */
  async *#pages(
    statement: { readonly name: string; readonly text: string },
    ...more: string[]
  ): AsyncGenerator<SealedRow[]> {
    for (let after = beforeAllIds, isMore = true; isMore; ) {
      const { rows } = await this.#dependencies.pool.query<SealedRow>({
        ...statement,
        values: [after, rowsAtOnce, ...more],
      });
      yield rows;
      isMore = rows.length === rowsAtOnce;
      after = rows.at(-1)?.id ?? after;
    }
  }

  /** What cannot be opened waits on until its key is back. */
  #opened(rows: readonly SealedRow[]): { id: string; fact: WaitingXp }[] {
    return rows.flatMap(({ id, sealed }) => {
      const fact = readWaiting(this.#dependencies.seals, sealed);
      return fact ? [{ id, fact }] : [];
    });
  }

  async #peopleOf(waitingIds: readonly string[]): Promise<PersonOfPool[]> {
    // A row that is gone was paid by somebody else: then this payment is refused.
    const { rows } = await this.#dependencies.pool.query<SealedRow>({
      name: 'read-waiting-xp-of-people',
      text: 'select id, sealed from waiting_xp where id = any($1::uuid[])',
      values: [waitingIds],
    });
    const facts = this.#opened(rows).map(({ fact }) => fact);
    return peopleOfPool(this.#dependencies.authors, facts);
  }

  async #payment(some: readonly WaitingPerson[]): Promise<PayPool> {
    const { pool, seals, caps } = this.#dependencies;
    const waitingIds = some.flatMap((person) => person.waitingIds);
    const authors = new Map<string, { readonly authorId: AuthorId; readonly isErased: boolean }>();
    const changes: DayChange[] = [];
    const removals: OwnedRemoval[] = [];
    for (const { id: personId, authorId, isErased, facts } of await this.#peopleOf(waitingIds)) {
      // A named act has noted a day of an account without an author id: no anonymous post shares its cap.
      if (authorId === null) continue;
      authors.set(personId, { authorId, isErased });
      for (const { rule, day, removal, ...fact } of facts) {
        if (removal) removals.push({ personId, removal });
        else changes.push({ accountId: personId, rule, day, amount: worthOf(fact, personId) });
      }
    }
    const authorIdOf = (personId: string) => authors.get(personId)!.authorId;
    const removed = await settleRemovals(pool, seals, removals);
    const days = sumOfDays([...changes, ...removed.changes]);
    const shares = sharesOf(days, await readKnownDays(pool, seals, days, authorIdOf), caps);
    const sealedShares = shares.map(({ personId, ...share }): SealedShare => {
      const { authorId, isErased } = authors.get(personId)!;
      return { authorId, ...(isErased ? unpaid(share) : share) };
    });
    return {
      waitingIds,
      removals: removed.rows,
      shares: inRandomOrder(sealedShares.map((share) => ({ entryId: randomUUID(), sealed: sealJson(seals, share) }))),
    };
  }
}

import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import type { StoredEvent, Transaction } from '../log/events.js';
import { inTransaction } from '../runtime/transactions.js';
import type { Consumer } from './consumer-definitions.js';
import { applyEvents, type GroupPipeline, textOf } from './effects.js';

/** An event that a consumer could not apply and went on without. */
export interface DeadLetter {
  readonly id: string;
  readonly consumer: string;
  readonly event: StoredEvent;
  readonly error: string;
  readonly attempts: number;
  /** ISO instants. */
  readonly createdAt: string;
  readonly replayedAt: string | null;
}

export interface ReplayReport {
  readonly replayed: readonly string[];
  readonly failed: readonly { readonly id: string; readonly error: string }[];
}

interface DeadLetterRow {
  id: string;
  consumer: string;
  event: StoredEvent;
  error: string;
  attempts: number;
  created_at: Date;
  replayed_at: Date | null;
}

const deadLetter = (row: DeadLetterRow): DeadLetter => ({
  id: row.id,
  consumer: row.consumer,
  event: row.event,
  error: row.error,
  attempts: row.attempts,
  createdAt: row.created_at.toISOString(),
  replayedAt: row.replayed_at?.toISOString() ?? null,
});

const columns = 'id, consumer, event, error, attempts, created_at, replayed_at';

/** How many of a consumer's dead letters wait for an operator. */
const countDeadLetters = async (client: Transaction, consumer: string): Promise<number> => {
  const { rows } = await client.query<{ waiting: number }>(
    'select count(*)::int as waiting from dead_letters where consumer = $1 and replayed_at is null',
    [consumer],
  );
  return rows[0]?.waiting ?? 0;
};

/** The same of every consumer of the service; one for which nothing waits is missing. */
export const countAllDeadLetters = async (pool: pg.Pool): Promise<ReadonlyMap<string, number>> => {
  const { rows } = await pool.query<{ consumer: string; waiting: number }>(
    'select consumer, count(*)::int as waiting from dead_letters where replayed_at is null group by consumer',
  );
  return new Map(rows.map(({ consumer, waiting }) => [consumer, waiting]));
};

/** Sets an event aside in the transaction of `moveOn`. Answers how many of this consumer's wait now. */
export const keepDeadLetter = (
  pool: pg.Pool,
  letter: { consumer: string; event: StoredEvent; error: Error; attempts: number },
  moveOn: (tx: Transaction) => Promise<void>,
): Promise<number> =>
  inTransaction(pool, async (tx) => {
    await moveOn(tx);
    await tx.query(
      `insert into dead_letters (id, consumer, event_id, event, error, attempts) values ($1, $2, $3, $4, $5, $6)
       on conflict (consumer, event_id) do update
       set error = excluded.error, attempts = dead_letters.attempts + excluded.attempts, replayed_at = null`,
      [
        randomUUID(),
        letter.consumer,
        letter.event.eventId,
        JSON.stringify(letter.event),
        textOf(letter.error),
        letter.attempts,
      ],
    );
    return countDeadLetters(tx, letter.consumer);
  });

/** A service's dead letters, for its operator. */
export class DeadLetters {
  readonly #pool: pg.Pool;
  readonly #pipeline: GroupPipeline;
  readonly #consumers: readonly Consumer[];

  constructor(options: { pool: pg.Pool; pipeline: GroupPipeline; consumers: readonly Consumer[] }) {
    this.#pool = options.pool;
    this.#pipeline = options.pipeline;
    this.#consumers = options.consumers;
  }

  /** Those that wait, oldest first; `all` also those replayed. */
  async list(options: { all?: boolean } = {}): Promise<DeadLetter[]> {
    const { rows } = await this.#pool.query<DeadLetterRow>(
      `select ${columns} from dead_letters where $1 or replayed_at is null order by created_at, id`,
      [options.all ?? false],
    );
    return rows.map(deadLetter);
  }

  /**
   * Applies those that wait once more, the way the consumer does, and marks them replayed in the same transaction. One that
   * fails again stays, with its new error.
   */
  async replay(which: readonly string[] | 'all'): Promise<ReplayReport> {
    const replayed: string[] = [];
    const failed: { id: string; error: string }[] = [];
    for (const letter of await this.#waiting(which)) {
      try {
        await this.#replayOne(letter);
        replayed.push(letter.id);
      } catch (error) {
        const text = textOf(error);
        failed.push({ id: letter.id, error: text });
        await this.#pool.query(
          'update dead_letters set error = $2, attempts = attempts + 1 where id = $1 and replayed_at is null',
          [letter.id, text],
        );
      }
    }
    return { replayed, failed };
  }

  /** Forgets those that wait: their effects will never be. Answers their ids. */
  async discard(which: readonly string[] | 'all'): Promise<string[]> {
    const { rows } = await this.#pool.query<{ id: string }>(
      'delete from dead_letters where replayed_at is null and ($1 or id::text = any($2)) returning id',
      [which === 'all', which === 'all' ? [] : which],
    );
    return rows.map((row) => row.id);
  }

  async #waiting(which: readonly string[] | 'all'): Promise<DeadLetter[]> {
    const waiting = await this.list();
    return which === 'all' ? waiting : waiting.filter((letter) => which.includes(letter.id));
  }

  async #replayOne(letter: DeadLetter): Promise<void> {
    const consumer = this.#consumers.find(({ name }) => name === letter.consumer);
    if (!consumer) throw new Error(`There is no consumer ${letter.consumer} any more`);
    await applyEvents({ pool: this.#pool, pipeline: this.#pipeline }, consumer, [letter.event], async (tx) => {
      const { rowCount } = await tx.query(
        'update dead_letters set replayed_at = now() where id = $1 and replayed_at is null',
        [letter.id],
      );
      if (rowCount !== 1) throw new Error('Somebody else has replayed or discarded it');
    });
  }
}

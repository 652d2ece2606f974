import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import type { StoredEvent } from '../log/events.js';
import type { Transaction } from '../runtime/connections.js';
import { inTransaction } from '../runtime/connections.js';
import type { Consumer } from './consumer-definitions.js';
import { applyEvent, errorText, type GroupPipeline } from './effects.js';

export interface DeadLetter {
  readonly id: string;
  readonly consumer: string;
  readonly event: StoredEvent;
  readonly error: string;
  readonly attempts: number;
  readonly createdAt: string;
}

/** The number of dead letters by consumer. Consumers without dead letters are missing. */
export const countDeadLetters = async (client: Transaction): Promise<ReadonlyMap<string, number>> => {
  const { rows } = await client.query<{ consumer: string; waiting: number }>(
    'select consumer, count(*)::int as waiting from dead_letters where replayed_at is null group by consumer',
  );
  return new Map(rows.map(({ consumer, waiting }) => [consumer, waiting]));
};

/** Runs `moveOn` in the same transaction. Returns how many dead letters of this consumer wait. */
export const storeDeadLetter = (
  pool: pg.Pool,
  { consumer, event, error, attempts }: { consumer: string; event: StoredEvent; error: Error; attempts: number },
  moveOn: (tx: Transaction) => Promise<void>,
): Promise<number> =>
  inTransaction(pool, async (tx) => {
    await moveOn(tx);
    await tx.query(
      `insert into dead_letters (id, consumer, event_id, event, error, attempts) values ($1, $2, $3, $4, $5, $6)
       on conflict (consumer, event_id) do update
       set error = excluded.error, attempts = dead_letters.attempts + excluded.attempts, replayed_at = null`,
      [randomUUID(), consumer, event.eventId, JSON.stringify(event), errorText(error), attempts],
    );
    return (await countDeadLetters(tx)).get(consumer) ?? 0;
  });

/** Oldest first, without letters that have been replayed. */
export const readDeadLetters = async (client: Transaction): Promise<DeadLetter[]> => {
  const { rows } = await client.query<DeadLetter>(
    `select id, consumer, event, error, attempts, created_at as "createdAt"
     from dead_letters where replayed_at is null order by created_at, id`,
  );
  return rows;
};

interface Dependencies {
  readonly pool: pg.Pool;
  readonly pipeline: GroupPipeline;
  readonly consumers: readonly Consumer[];
}

/**
 * Applies dead letters again. A success is marked in the transaction of the effects. After a failure the letter stays.
 */
export const replayDeadLetters = async (dependencies: Dependencies, letters: readonly DeadLetter[]) => {
  const replayed: string[] = [];
  const failed: { id: string; error: string }[] = [];
  for (const letter of letters) {
    const { id } = letter;
    try {
      await replayOne(dependencies, letter);
      replayed.push(id);
    } catch (error) {
      failed.push({ id, error: errorText(error) });
      await dependencies.pool.query(
        'update dead_letters set error = $2, attempts = attempts + 1 where id = $1 and replayed_at is null',
        [id, errorText(error)],
      );
    }
  }
  return { replayed, failed };
};

const replayOne = async (dependencies: Dependencies, letter: DeadLetter): Promise<void> => {
  const consumer = dependencies.consumers.find(({ name }) => name === letter.consumer);
  if (!consumer) throw new Error(`There is no consumer ${letter.consumer} any more`);
  await applyEvent(dependencies, consumer, letter.event, async (tx) => {
    const { rowCount } = await tx.query(
      'update dead_letters set replayed_at = now() where id = $1 and replayed_at is null',
      [letter.id],
    );
    if (rowCount !== 1) throw new Error('Somebody else has replayed or discarded it');
  });
};

/** Deletes them, except for replayed ones. Returns how many were deleted. */
export const discardDeadLetters = async (client: Transaction, letters: readonly DeadLetter[]): Promise<number> => {
  const ids = letters.map(({ id }) => id);
  const { rowCount } = await client.query('delete from dead_letters where replayed_at is null and id = any($1)', [ids]);
  return rowCount ?? 0;
};

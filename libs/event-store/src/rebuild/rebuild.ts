import pg from 'pg';
import type { StoredEvent } from '../log/events.js';
import { startOfLog } from '../log/events.js';
import { ownerConnection, type Transaction } from '../runtime/connections.js';
import { isConnectionError, sqlStateOf } from '../runtime/failures.js';
import { pause } from '../runtime/pause.js';
import type { Checkpoint } from '../stream/event-message.js';
import { createNextTables, dropNextTables, exchangeTables, nextSchemaOf } from './table-exchange.js';

const exchangeAttempts = 200;
const longestPauseMs = 100;
const defaultAnswerWithinMs = 60_000;

export interface RebuildOptions {
  readonly ownerUrl: string;
  readonly role: string;
  readonly progress: (line: string) => void;
  readonly answerWithinMs?: number;
}

interface RebuildSource {
  readonly name: string;
  readonly tables: readonly string[];
  /** The events from a checkpoint to the end of the log. `isLocked` is true after `lock`, in the same transaction. */
  history(
    client: Transaction,
    after: Checkpoint,
    isLocked: boolean,
  ): AsyncGenerator<{ readonly events: readonly StoredEvent[]; readonly end: Checkpoint }>;
  apply(tx: Transaction, events: readonly StoredEvent[]): Promise<void>;
  /** Locks the tables and the source of `history` against other transactions. @throws 55P03 (lock_not_available) */
  lock(tx: Transaction): Promise<unknown>;
  settle?(tx: Transaction): Promise<void>;
}

/**
 * Fills new tables while the service runs, and swaps them in under a short lock. Only one rebuild of a name runs at a
 * time. It first drops the tables of an interrupted rebuild. Returns the number of events.
 */
export const rebuild = async (options: RebuildOptions, rebuilt: RebuildSource): Promise<number> => {
  const { name, tables, history } = rebuilt;
  const { role, progress, answerWithinMs = defaultAnswerWithinMs } = options;
  const connection = ownerConnection(options.ownerUrl, { name: `rebuild ${name}`, answerWithinMs });
  // The client is in pipeline mode, because `apply` may send several statements at once.
  const client = new pg.Client({ ...connection, pipeline: true });
  client.on('error', (error) => progress(`${name}: the connection was lost: ${error.message}`));
  await client.connect();
  const schema = nextSchemaOf(name);
  /** Runs work in a transaction. The search path makes the work find the new tables instead of the live ones. */
  const run = async (begin: string, work: () => Promise<void>) => {
    try {
      await client.query(`begin; set local search_path = ${pg.escapeIdentifier(schema)}, public; ${begin}`);
      await work();
      await refuseOthersTables(client, rebuilt);
      await client.query('commit');
    } catch (error) {
      await undo(error, () => client.query('rollback'));
      throw error;
    }
  };
  let filled: Checkpoint = { logPosition: startOfLog, sequence: 0 };
  let counted = 0;
  let fills = 0;
  let saidAt = performance.now();
  const fill = async () => {
    for await (const { events, end } of history(client, filled, false)) {
      if (events.length > 0) {
        // Earlier commits need not wait for the disk. Only the commit of the swap has to.
        await run('set local synchronous_commit = off', () => rebuilt.apply(client, events));
        fills += 1;
        // A plan for empty tables would scan whole tables for every row.
        // So `analyze` runs after the chunks 1, 2, 4 and so on.
        if (Number.isInteger(Math.log2(fills)))
          for (const table of tables)
            await client.query(`analyze ${pg.escapeIdentifier(schema)}.${pg.escapeIdentifier(table)}`);
      }
      filled = end;
      counted += events.length;
      if (performance.now() - saidAt < 1000) continue;
      saidAt = performance.now();
      progress(`${name}: ${counted} events`);
    }
  };
  let rest = 0;
  const exchange = async () => {
    rest = 0;
    await rebuilt.lock(client);
    for await (const { events } of history(client, filled, true)) {
      if (events.length > 0) await rebuilt.apply(client, events);
      rest += events.length;
    }
    await rebuilt.settle?.(client);
    await exchangeTables(client, schema, tables);
  };
  try {
    const lock = await client.query<{ taken: boolean }>(
      'select pg_try_advisory_lock(hashtextextended($1, 0)) as taken',
      [`rebuild:${name}`],
    );
    if (!lock.rows[0]?.taken) throw new Error(`${name} is being rebuilt already`);
    await createNextTables(client, schema, tables, role);
    for (let attempt = 1, isExchanged = false; !isExchanged; attempt += 1) {
      await fill();
      try {
        await run('', exchange);
        isExchanged = true;
      } catch (error) {
        const isLockedOut = ['55P03', '40P01'].includes(sqlStateOf(error) ?? '');
        if (!isLockedOut || attempt === exchangeAttempts) throw error;
        await pause(Math.random() * longestPauseMs);
      }
    }
  } catch (error) {
    await undo(error, () => dropNextTables(client, schema));
    throw error;
  } finally {
    await client.end().catch(() => undefined);
  }
  progress(`${name}: rebuilt from ${counted + rest} events`);
  return counted + rest;
};

/**
 * Refuses a rebuild that writes other tables than its own. The other tables are live, and would get old rows again.
 * Exceptions are the checkpoint's row, and a projector without tables, which only deletes rows and may repeat that.
 * @throws if the session wrote such a table. Then nothing is committed
 */
const refuseOthersTables = async (
  tx: Transaction,
  { name, tables }: { name: string; tables: readonly string[] },
): Promise<void> => {
  if (tables.length === 0) return;
  const { rows } = await tx.query<{ table: string }>(
    `select relname as table from pg_stat_xact_user_tables
     where schemaname = 'public' and n_tup_ins + n_tup_upd + n_tup_del > 0 and relname <> all($1) order by 1`,
    [[...tables, 'consumer_checkpoints']],
  );
  if (rows.length > 0)
    throw new Error(`${name} writes tables that are not its own: ${rows.map(({ table }) => table).join(', ')}`);
};

/** Cleans up after a failure, unless the connection failed. Statements would then only wait for their timeout. */
const undo = async (failure: unknown, work: () => Promise<unknown>): Promise<void> => {
  if (!isConnectionError(failure)) await work().catch(() => undefined);
};

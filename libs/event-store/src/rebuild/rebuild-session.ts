import pg from 'pg';
import type { Transaction } from '../log/events.js';
import { isConnectionError } from '../pipeline/transaction-fate.js';
import { ownerConnection } from '../runtime/owner-connection.js';
import { pause } from '../runtime/pause.js';
import { createNextTables, dropNextTables, dropOtherIndexes, isLockedOut, nextSchema } from './table-exchange.js';

/** How often the exchange of the tables is tried while others hold locks on them. */
const flipAttempts = 200;
/** The longest pause between two of these attempts. */
const longestFlipPauseMs = 100;
/** How long one statement may take: far longer than one of a chunk does. */
const defaultAnswerWithinMs = 60_000;
/** How long an index of a full table may take to be made. */
const indexWithinMs = 3_600_000;

export interface RebuildOptions {
  /** Of the role that owns the tables. */
  readonly ownerUrl: string;
  /** The service's role: it keeps its rights on the tables. */
  readonly role: string;
  readonly progress: (line: string) => void;
  /** After so many milliseconds without an answer the connection is given up, and the rebuild with it. */
  readonly answerWithinMs?: number;
}

export interface RebuildSession {
  readonly client: pg.Client;
  readonly schema: string;
  /**
   * Runs in a transaction that sees the next tables before the live ones. Its commit does not wait for the disk: what an interrupted rebuild has
   * filled is thrown away, and the exchange waits for everything before it.
   */
  fill(work: (tx: Transaction) => Promise<void>): Promise<void>;
  /**
   * The same after `locks`, with `catchUp` before every attempt; gives way to writers and tries again. The indexes that were left out while the
   * tables were filled are made behind the first `catchUp`.
   */
  flip(locks: string, catchUp: () => Promise<void>, work: (tx: Transaction) => Promise<void>): Promise<void>;
}

/** One rebuild of a name at a time, on a connection of the owner; what an interrupted one left is thrown away. */
export const withRebuild = async (
  options: RebuildOptions & { name: string; tables: readonly string[]; readsBy: readonly string[] | undefined },
  work: (session: RebuildSession) => Promise<void>,
): Promise<void> => {
  // What is filled may send several statements at once, as it does in a batch.
  const name = `rebuild ${options.name}`;
  const answerWithinMs = options.answerWithinMs ?? defaultAnswerWithinMs;
  const client = new pg.Client({ ...ownerConnection(options.ownerUrl, { name, answerWithinMs }), pipeline: true });
  client.on('error', (error) => options.progress(`${options.name}: the connection was lost: ${error.message}`));
  await client.connect();
  const schema = nextSchema(options.name);
  try {
    const lock = await client.query<{ taken: boolean }>(
      'select pg_try_advisory_lock(hashtextextended($1, 0)) as taken',
      [`rebuild:${options.name}`],
    );
    if (!lock.rows[0]?.taken) throw new Error(`${options.name} is being rebuilt already`);
    await createNextTables(client, schema, options.tables, options.role);
    const indexes = await dropOtherIndexes(client, schema, options.tables, options.readsBy ?? []);
    const refreshPlans = plansOf(client, schema, options.tables);
    const run = async (begin: string, transaction: (tx: Transaction) => Promise<void>) => {
      try {
        await client.query(`begin; set local search_path = ${pg.escapeIdentifier(schema)}, public; ${begin}`);
        await transaction(client);
        await refuseOthersTables(client, options);
        await client.query('commit');
      } catch (error) {
        await undo(error, () => client.query('rollback'));
        throw error;
      }
    };
    const flip: RebuildSession['flip'] = async (locks, catchUp, transaction) => {
      await catchUp();
      const statements = indexes.map((text) => ({ text, query_timeout: indexWithinMs }));
      for (const statement of statements) await client.query(statement);
      for (let attempt = 1; ; attempt += 1) {
        await catchUp();
        try {
          return await run(locks, transaction);
        } catch (error) {
          if (!isLockedOut(error) || attempt === flipAttempts) throw error;
          await pause(Math.random() * longestFlipPauseMs);
        }
      }
    };
    const fill: RebuildSession['fill'] = async (transaction) => {
      await run('set local synchronous_commit = off', transaction);
      await refreshPlans();
    };
    await work({ client, schema, fill, flip });
  } catch (error) {
    await undo(error, () => client.query('rollback'));
    await undo(error, () => dropNextTables(client, schema));
    throw error;
  } finally {
    await client.end().catch(() => undefined);
  }
};

/**
 * What a rebuild writes beside its own tables it writes into live ones, once more what was written long ago. The checkpoint's row may be made here, and
 * whoever has no tables takes away alone, which may be done again.
 * @throws when the session has written such a table; nothing of it is committed.
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

/** Tidies up behind a failure, unless it was the connection that failed: then every statement would only be waited for in vain. */
const undo = async (failure: unknown, work: () => Promise<unknown>): Promise<void> => {
  if (!isConnectionError(failure)) await work().catch(() => undefined);
};

/**
 * Lets PostgreSQL look at the tables after the first, second, fourth, eighth … fill: a plan that was kept from empty tables reads all of them for
 * every row that it looks for.
 */
const plansOf = (client: Transaction, schema: string, tables: readonly string[]) => {
  let fills = 0;
  let next = 1;
  return async (): Promise<void> => {
    fills += 1;
    if (fills < next) return;
    next *= 2;
    for (const table of tables)
      await client.query(`analyze ${pg.escapeIdentifier(schema)}.${pg.escapeIdentifier(table)}`);
  };
};

/** Says how far a rebuild is, at most once a second. */
export const progressOf = (name: string, progress: (line: string) => void) => {
  let events = 0;
  let saidAt = performance.now();
  return {
    get events() {
      return events;
    },
    add(count: number) {
      events += count;
      if (performance.now() - saidAt < 1000) return;
      saidAt = performance.now();
      progress(`${name}: ${events} events`);
    },
  };
};

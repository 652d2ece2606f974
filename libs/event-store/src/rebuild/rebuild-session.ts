import pg from 'pg';
import { ownerConnection, type Transaction } from '../runtime/connections.js';
import { isConnectionError, stateOf } from '../runtime/failures.js';
import { pause } from '../runtime/pause.js';
import { createNextTables, dropNextTables, nextSchema } from './table-exchange.js';

/** How often the exchange of the tables is tried while others hold locks on them. */
const flipAttempts = 200;
const longestFlipPauseMs = 100;
/** How long one statement may take: far longer than one of a chunk does. */
const defaultAnswerWithinMs = 60_000;

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
  /** Runs in a transaction that sees the next tables before the live ones. Its commit does not wait for the disk: the exchange does. */
  fill(work: (tx: Transaction) => Promise<void>): Promise<void>;
  /** The same after `locks`, with `catchUp` before every attempt; gives way to writers and tries again. */
  flip(locks: string, catchUp: () => Promise<void>, work: (tx: Transaction) => Promise<void>): Promise<void>;
  /** Says how far the rebuild is, at most once a second. */
  count(events: number): void;
}

/**
 * Runs one rebuild of a name at a time, on a connection of the owner. Leftovers of an interrupted one are dropped.
 * Answers the number of events counted.
 */
export const withRebuild = async (
  options: RebuildOptions & { name: string; tables: readonly string[] },
  work: (session: RebuildSession) => Promise<void>,
): Promise<number> => {
  const { name, tables, role, progress, answerWithinMs = defaultAnswerWithinMs } = options;
  const connection = ownerConnection(options.ownerUrl, { name: `rebuild ${name}`, answerWithinMs });
  // What is filled may send several statements at once, as it does in a batch.
  const client = new pg.Client({ ...connection, pipeline: true });
  client.on('error', (error) => progress(`${name}: the connection was lost: ${error.message}`));
  await client.connect();
  const schema = nextSchema(name);
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
  let fills = 0;
  const fill: RebuildSession['fill'] = async (transaction) => {
    await run('set local synchronous_commit = off', transaction);
    fills += 1;
    // A plan kept from empty tables reads whole tables for every row. So they are analyzed after the first, second,
    // fourth … fill.
    if (Number.isInteger(Math.log2(fills)))
      for (const table of tables)
        await client.query(`analyze ${pg.escapeIdentifier(schema)}.${pg.escapeIdentifier(table)}`);
  };
  const flip: RebuildSession['flip'] = async (locks, catchUp, transaction) => {
    for (let attempt = 1; ; attempt += 1) {
      await catchUp();
      try {
        return await run(locks, transaction);
      } catch (error) {
        const isLockedOut = ['55P03', '40P01'].includes(stateOf(error) ?? '');
        if (!isLockedOut || attempt === flipAttempts) throw error;
        await pause(Math.random() * longestFlipPauseMs);
      }
    }
  };
  let events = 0;
  let saidAt = performance.now();
  const count = (more: number) => {
    events += more;
    if (performance.now() - saidAt < 1000) return;
    saidAt = performance.now();
    progress(`${name}: ${events} events`);
  };
  try {
    const lock = await client.query<{ taken: boolean }>(
      'select pg_try_advisory_lock(hashtextextended($1, 0)) as taken',
      [`rebuild:${name}`],
    );
    if (!lock.rows[0]?.taken) throw new Error(`${name} is being rebuilt already`);
    await createNextTables(client, schema, tables, role);
    await work({ client, schema, fill, flip, count });
  } catch (error) {
    await undo(error, () => client.query('rollback'));
    await undo(error, () => dropNextTables(client, schema));
    throw error;
  } finally {
    await client.end().catch(() => undefined);
  }
  progress(`${name}: rebuilt from ${events} events`);
  return events;
};

/**
 * Refuses a rebuild that writes other tables than its own: these are live, and it would write old rows again. Two
 * exceptions: the checkpoint's row, and a projector without tables, which only deletes and may do so again.
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

import pg from 'pg';
import { ownerConnection, type Transaction } from '../runtime/connections.js';
import { isConnectionError, stateOf } from '../runtime/failures.js';
import { pause } from '../runtime/pause.js';
import { createNextTables, dropNextTables, nextSchema } from './table-exchange.js';

const flipAttempts = 200;
const longestFlipPauseMs = 100;
const defaultAnswerWithinMs = 60_000;

export interface RebuildOptions {
  readonly ownerUrl: string;
  readonly role: string;
  readonly progress: (line: string) => void;
  readonly answerWithinMs?: number;
}

export interface RebuildSession {
  readonly client: pg.Client;
  readonly schema: string;
  /** The search path puts the next tables before the live ones. Only the exchange's commit waits for the disk. */
  fill(work: (tx: Transaction) => Promise<void>): Promise<void>;
  flip(locks: string, catchUp: () => Promise<void>, work: (tx: Transaction) => Promise<void>): Promise<void>;
  count(events: number): void;
}

/** One rebuild of a name runs at a time. Drops leftovers of an interrupted one. Returns the number of events. */
export const withRebuild = async (
  options: RebuildOptions & { name: string; tables: readonly string[] },
  work: (session: RebuildSession) => Promise<void>,
): Promise<number> => {
  const { name, tables, role, progress, answerWithinMs = defaultAnswerWithinMs } = options;
  const connection = ownerConnection(options.ownerUrl, { name: `rebuild ${name}`, answerWithinMs });
  // `fill` may send several statements at once, as a batch does.
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
    // A plan kept from empty tables reads whole tables for every row, so they are analyzed after fills 1, 2, 4 …
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
 * Refuses a rebuild that writes tables of others: they are live, and it would write old rows again. Exceptions: the
 * checkpoint's row, and a projector without tables, which only deletes and may repeat that.
 * @throws when the session wrote such a table; nothing is committed
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

/** Cleans up after a failure. On a failed connection every statement would only wait for its timeout. */
const undo = async (failure: unknown, work: () => Promise<unknown>): Promise<void> => {
  if (!isConnectionError(failure)) await work().catch(() => undefined);
};

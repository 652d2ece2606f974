import { isConnectionError, ownerConnection, pause } from '@hearsay/event-store';
import pg from 'pg';
import { asked } from './server-refusals.js';

export interface Migration {
  /** Such as `0001-event-store`. A service lists its migrations in the order in which they run; one that has run anywhere never changes. */
  readonly name: string;
  /** `{role}` is replaced by the service's own role. */
  readonly sql: string;
  /**
   * For rows that may be many, since a transaction over all of them would hold every reader of every log on the server back. `sql` is then one
   * statement that finds some rows which are not migrated yet (with a limit) and changes them. It is run until it changes none, each time
   * in a transaction of its own, so a killed run goes on with what is left.
   */
  readonly isInChunks?: boolean;
}

/** How long one statement of a migration may take, in milliseconds: time for an index over the largest table. */
const defaultAnswerWithinMs = 15 * 60_000;
/** How often the lock is asked for while another run has it. */
const askAgainMs = 200;
/** Every reader and writer of a table queues behind a statement that waits for its lock, so a migration waits no longer than this. */
const lockTimeoutMs = 2000;
/** SQLSTATE lock_not_available, see PostgreSQL's appendix A. */
const lockNotAvailable = '55P03';

/**
 * Brings a database to the newest schema: forward only, each migration (each chunk of one) in a transaction of its own, all under one
 * lock, so that two runs at once are harmless. Answers the names that were completed.
 */
export const runMigrations = async (options: {
  ownerUrl: string;
  role: string;
  migrations: readonly Migration[];
  answerWithinMs?: number;
}): Promise<string[]> => {
  const { ownerUrl, answerWithinMs = defaultAnswerWithinMs } = options;
  const client = new pg.Client(ownerConnection(ownerUrl, { name: 'migrations', answerWithinMs }));
  // A connection that is lost between two statements fails the next one; without a listener it would end the process instead.
  client.on('error', () => undefined);
  await asked('PostgreSQL', client.connect(), 'OWNER_DATABASE_URL');
  try {
    await client.query(`set lock_timeout = ${lockTimeoutMs}`);
    await takeLock(client);
    await client.query('create table if not exists schema_migrations (name text primary key, ran_at timestamptz not null default now())');
    const done = new Set((await client.query<{ name: string }>('select name from schema_migrations')).rows.map((row) => row.name));
    const ran: string[] = [];
    const role = pg.escapeIdentifier(options.role);
    // In a schema of its own, such as one of a search path, a role may do nothing until it is told so.
    const { rows } = await client.query<{ schema: string }>('select current_schema() as schema');
    await client.query(`grant usage on schema ${pg.escapeIdentifier(rows[0]!.schema)} to ${role}`);
    for (const migration of options.migrations) {
      if (done.has(migration.name)) continue;
      await runWithLocks(answerWithinMs, () => runMigration(client, migration, role));
      ran.push(migration.name);
    }
    return ran;
  } finally {
    await client.end();
  }
};

/** Asks again and again: a statement that waits for a lock holds a snapshot, and looks like one that is not answered. */
const takeLock = async (client: pg.Client): Promise<void> => {
  for (;;) {
    const { rows } = await client.query<{ taken: boolean }>(`select pg_try_advisory_lock(hashtext('hearsay-migrations')) as taken`);
    if (rows[0]?.taken) return;
    await pause(askAgainMs);
  }
};

/** Tries again while others hold what the migration locks, for as long as a statement may take. In between, those who queued go on. */
const runWithLocks = async (withinMs: number, run: () => Promise<void>): Promise<void> => {
  const begun = performance.now();
  for (;;) {
    try {
      return await run();
    } catch (error) {
      const isLocked = ((error as Error).cause as { code?: unknown } | undefined)?.code === lockNotAvailable;
      if (!isLocked || performance.now() - begun > withinMs) throw error;
      await pause(askAgainMs);
    }
  }
};

const runMigration = async (client: pg.Client, migration: Migration, role: string): Promise<void> => {
  const sql = migration.sql.replaceAll('{role}', role);
  try {
    for (let isComplete = false; !isComplete; ) {
      await client.query('begin');
      const { rowCount } = await client.query(sql);
      isComplete = !migration.isInChunks || rowCount === 0;
      if (isComplete) await client.query('insert into schema_migrations (name) values ($1)', [migration.name]);
      await client.query('commit');
    }
  } catch (error) {
    // On a connection that does not answer it would only be waited for once more.
    if (!isConnectionError(error)) await client.query('rollback').catch(() => undefined);
    throw new Error(`Migration ${migration.name} failed: ${(error as Error).message}`, { cause: error });
  }
};

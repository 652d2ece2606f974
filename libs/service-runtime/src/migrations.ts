import { createHash } from 'node:crypto';
import { isConnectionError, type Migration, ownerConnection, pause } from '@hearsay/event-store';
import pg from 'pg';
import { orServerRefusal } from './server-refusals.js';

/** Time limit of one migration. It is enough for an index on the largest table. */
const defaultAnswerWithinMs = 15 * 60_000;
const askAgainMs = 200;
/** A migration waits at most this long for a table lock, because readers and writers queue behind it. */
const lockTimeoutMs = 2000;
/** SQLSTATE after this timeout (lock_not_available). */
const lockNotAvailable = '55P03';

export class MigrationMismatchError extends Error {
  constructor(difference: string, names: readonly string[]) {
    const more = names.length > 3 ? ` and ${names.length - 3} more` : '';
    super(
      `Another checkout has made this database: ${difference} (${names.slice(0, 3).join(', ')}${more}). ` +
        'Run that checkout, or delete all data of this folder and begin anew: npm start -- --reset',
    );
    this.name = 'MigrationMismatchError';
  }
}

const checksumOf = ({ sql }: Migration): string => createHash('sha256').update(sql).digest('hex');

/**
 * Runs each migration in its own transaction, under one lock for concurrent runs. Returns the names of the migrations
 * that ran. `expand` skips contract migrations. @throws MigrationMismatchError before any migration runs
 */
export const runMigrations = async (options: {
  ownerUrl: string;
  role: string;
  migrations: readonly Migration[];
  phase?: 'all' | 'expand';
  answerWithinMs?: number;
}): Promise<string[]> => {
  const { ownerUrl, migrations, phase = 'all', answerWithinMs = defaultAnswerWithinMs } = options;
  const client = new pg.Client(ownerConnection(ownerUrl, { name: 'migrations', answerWithinMs }));
  // Without a listener a lost connection would end the process. With a listener only the next statement fails.
  client.on('error', () => undefined);
  await orServerRefusal('PostgreSQL', client.connect(), 'OWNER_DATABASE_URL');
  try {
    await client.query(`set lock_timeout = ${lockTimeoutMs}`);
    await takeLock(client);
    await client.query(
      `create table if not exists schema_migrations (name text primary key, ran_at timestamptz not null default now());
       alter table schema_migrations add column if not exists checksum text`,
    );
    const done = await completed(client, migrations);
    const role = pg.escapeIdentifier(options.role);
    // By default a role has no rights in a new schema, such as that of a search path.
    const { rows } = await client.query<{ schema: string }>('select current_schema() as schema');
    await client.query(`grant usage on schema ${pg.escapeIdentifier(rows[0]!.schema)} to ${role}`);
    const due = migrations.filter(({ name }) => !done.has(name) && (phase === 'all' || !name.endsWith('.contract')));
    for (const migration of due) await runWithLocks(answerWithinMs, () => runMigration(client, migration, role));
    return due.map(({ name }) => name);
  } finally {
    await client.end();
  }
};

const completed = async (client: pg.Client, migrations: readonly Migration[]): Promise<ReadonlySet<string>> => {
  const checksums = new Map(migrations.map((migration) => [migration.name, checksumOf(migration)]));
  const { rows } = await client.query<{ name: string; checksum: string | null }>(
    'select name, checksum from schema_migrations order by name',
  );
  const named = (wrong: typeof rows) => wrong.map(({ name }) => name);
  const unknown = rows.filter(({ name }) => !checksums.has(name));
  if (unknown.length > 0)
    throw new MigrationMismatchError('it has migrations that this one does not know', named(unknown));
  const changed = rows.filter(({ name, checksum }) => checksum !== checksums.get(name));
  if (changed.length > 0)
    throw new MigrationMismatchError('migrations that it has run are different now', named(changed));
  return new Set(named(rows));
};

/** Polls for the lock. A statement that waits for it would hold a snapshot and exceed the connection's timeout. */
const takeLock = async (client: pg.Client): Promise<void> => {
  for (;;) {
    const { rows } = await client.query<{ taken: boolean }>(
      `select pg_try_advisory_lock(hashtext('hearsay-migrations')) as taken`,
    );
    if (rows[0]?.taken) return;
    await pause(askAgainMs);
  }
};

/**
 * Retries while other transactions hold a lock that the migration needs. Between the attempts queued readers can run.
 */
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

/** Drops invalid indexes, which a failed CREATE INDEX CONCURRENTLY leaves. `if not exists` would keep them. */
const dropInvalidIndexes = async (client: pg.Client): Promise<void> => {
  const { rows } = await client.query<{ name: string }>(
    `select oid::regclass::text as name from pg_index join pg_class on oid = indexrelid
     where not indisvalid and relnamespace = current_schema()::regnamespace`,
  );
  for (const { name } of rows) await client.query(`drop index concurrently ${name}`);
};

/**
 * Runs a migration in a transaction, unless it uses CONCURRENTLY. Such a file has one statement, which can be repeated.
 */
const runMigration = async (client: pg.Client, migration: Migration, role: string): Promise<void> => {
  const { name, sql } = migration;
  const isAlone = /\bconcurrently\b/i.test(sql);
  try {
    if (isAlone) await dropInvalidIndexes(client);
    else await client.query('begin');
    await client.query(sql.replaceAll('{role}', role));
    await client.query('insert into schema_migrations (name, checksum) values ($1, $2)', [name, checksumOf(migration)]);
    if (!isAlone) await client.query('commit');
  } catch (error) {
    // On a silent connection, a rollback would only wait for another timeout.
    if (!isConnectionError(error)) await client.query('rollback').catch(() => undefined);
    throw new Error(`Migration ${name} failed: ${(error as Error).message}`, { cause: error });
  }
};

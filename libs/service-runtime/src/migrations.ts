import { createHash } from 'node:crypto';
import { isConnectionError, type Migration, ownerConnection, pause } from '@hearsay/event-store';
import pg from 'pg';
import { asked } from './server-refusals.js';

/** Limit for one migration: enough for an index over the largest table. */
const defaultAnswerWithinMs = 15 * 60_000;
const askAgainMs = 200;
/** Readers and writers queue behind a statement that waits for a table lock, so a migration gives up after this. */
const lockTimeoutMs = 2000;
/** SQLSTATE lock_not_available, see PostgreSQL's appendix A. */
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
 * Runs each migration in its own transaction, under one lock that makes concurrent runs harmless. Returns the names of
 * those that ran. `expand` skips those that only a later release may run. @throws MigrationMismatchError before any ran
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
  // A lost connection fails the next statement. Without a listener it would end the process.
  client.on('error', () => undefined);
  await asked('PostgreSQL', client.connect(), 'OWNER_DATABASE_URL');
  try {
    await client.query(`set lock_timeout = ${lockTimeoutMs}`);
    await takeLock(client);
    await client.query(
      `create table if not exists schema_migrations (name text primary key, ran_at timestamptz not null default now());
       alter table schema_migrations add column if not exists checksum text`,
    );
    const done = await completed(client, migrations);
    const role = pg.escapeIdentifier(options.role);
    // By default a role has no rights in a schema of its own, such as one from a search path.
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

/** Polls, since a statement that waits for a lock holds a snapshot and looks unanswered. */
const takeLock = async (client: pg.Client): Promise<void> => {
  for (;;) {
    const { rows } = await client.query<{ taken: boolean }>(
      `select pg_try_advisory_lock(hashtext('hearsay-migrations')) as taken`,
    );
    if (rows[0]?.taken) return;
    await pause(askAgainMs);
  }
};

/** Retries while other transactions hold a lock that the migration needs. Queued readers proceed in between. */
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

/** A failed CREATE INDEX CONCURRENTLY leaves an index that no query uses, so `if not exists` would keep it. */
const dropInvalidIndexes = async (client: pg.Client): Promise<void> => {
  const { rows } = await client.query<{ name: string }>(
    `select oid::regclass::text as name from pg_index join pg_class on oid = indexrelid
     where not indisvalid and relnamespace = current_schema()::regnamespace`,
  );
  for (const { name } of rows) await client.query(`drop index concurrently ${name}`);
};

/** PostgreSQL runs CONCURRENTLY outside transactions. Such a file holds one statement that can be repeated. */
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
    // A rollback on a silent connection would only wait for another timeout.
    if (!isConnectionError(error)) await client.query('rollback').catch(() => undefined);
    throw new Error(`Migration ${name} failed: ${(error as Error).message}`, { cause: error });
  }
};

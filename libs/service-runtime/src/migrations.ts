import pg from 'pg';

export interface Migration {
  /** `0001-event-store`: sorts by its number, never changes once it has run anywhere. */
  readonly name: string;
  /** `{role}` is replaced by the service's own role. */
  readonly sql: string;
}

/**
 * Brings a database to the newest schema: forward only, each migration in a transaction of its own, all under one lock, so
 * that two runs at once are harmless. Answers the names that ran.
 */
export const runMigrations = async (options: { ownerUrl: string; role: string; migrations: readonly Migration[] }): Promise<string[]> => {
  const client = new pg.Client({ connectionString: options.ownerUrl });
  await client.connect();
  try {
    await client.query(`select pg_advisory_lock(hashtext('hearsay-migrations'))`);
    await client.query('create table if not exists schema_migrations (name text primary key, ran_at timestamptz not null default now())');
    const done = new Set((await client.query<{ name: string }>('select name from schema_migrations')).rows.map((row) => row.name));
    const ran: string[] = [];
    const role = pg.escapeIdentifier(options.role);
    for (const migration of options.migrations) {
      if (done.has(migration.name)) continue;
      await client.query('begin');
      try {
        await client.query(migration.sql.replaceAll('{role}', role));
        await client.query('insert into schema_migrations (name) values ($1)', [migration.name]);
        await client.query('commit');
      } catch (error) {
        await client.query('rollback');
        throw new Error(`Migration ${migration.name} failed: ${(error as Error).message}`);
      }
      ran.push(migration.name);
    }
    return ran;
  } finally {
    await client.end();
  }
};

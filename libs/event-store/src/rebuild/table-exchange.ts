import pg from 'pg';
import type { Transaction } from '../log/events.js';

const quoted = pg.escapeIdentifier;

/** Where the next version of a read model is filled. */
export const nextSchema = (name: string): string => `next_${name.replaceAll(/[^a-z0-9_]/g, '_')}`;

/** Empty twins of the tables beside the live ones: columns, constraints, storage settings, the role's rights, and all indexes. */
export const createNextTables = async (
  client: Transaction,
  schema: string,
  tables: readonly string[],
  role: string,
): Promise<void> => {
  await client.query(`drop schema if exists ${quoted(schema)} cascade; create schema ${quoted(schema)}`);
  for (const table of tables) {
    const next = `${quoted(schema)}.${quoted(table)}`;
    const live = `public.${quoted(table)}`;
    await client.query(`create table ${next} (like ${live} including all)`);
    // LIKE copies neither the table's storage parameters (fillfactor …) nor its grants.
    const settings = await client.query<{ options: string[] | null }>(
      'select reloptions as options from pg_class where oid = $1::regclass',
      [live],
    );
    if (settings.rows[0]?.options)
      await client.query(`alter table ${next} set (${settings.rows[0].options.join(', ')})`);
    const rights = await client.query<{ right: string }>(
      `select privilege_type as right from information_schema.role_table_grants
       where table_schema = 'public' and table_name = $1 and grantee = $2`,
      [table, role],
    );
    if (rights.rows.length > 0) {
      await client.query(`grant ${rights.rows.map((row) => row.right).join(', ')} on ${next} to ${quoted(role)}`);
    }
  }
};

export const dropNextTables = async (client: Transaction, schema: string): Promise<void> => {
  await client.query(`drop schema if exists ${quoted(schema)} cascade`);
};

interface IndexRow {
  name: string;
  /** Without its name and its table's. */
  definition: string;
  /** What makes it again under its name. */
  statement: string;
  isUnique: boolean;
}

const indexesOf = async (tx: Transaction, schema: string, table: string): Promise<IndexRow[]> => {
  const { rows } = await tx.query<IndexRow>(
    `select relname as name, regexp_replace(pg_get_indexdef(oid), ' INDEX \\S+ ON \\S+ ', ' ') as definition, pg_get_indexdef(oid) as statement,
       indisunique or indisexclusion as "isUnique"
     from pg_class join pg_index on indexrelid = oid where indrelid = $1::regclass order by oid`,
    [`${quoted(schema)}.${quoted(table)}`],
  );
  return rows;
};

/**
 * Drops the indexes of the next tables that hold no rule and are not in `needed` (names of live ones): to make them of a full table costs less than to keep
 * them up while it is filled. Answers the statements that make them again.
 */
export const dropOtherIndexes = async (
  client: Transaction,
  schema: string,
  tables: readonly string[],
  needed: readonly string[],
): Promise<string[]> => {
  const statements: string[] = [];
  for (const table of tables) {
    const live = await indexesOf(client, 'public', table);
    const isNeeded = ({ definition }: IndexRow) =>
      live.some((index) => index.definition === definition && needed.includes(index.name));
    for (const index of await indexesOf(client, schema, table)) {
      if (index.isUnique || isNeeded(index)) continue;
      await client.query(`drop index ${quoted(schema)}.${quoted(index.name)}`);
      statements.push(index.statement);
    }
  }
  return statements;
};

/** Puts the filled tables in the place of the live ones, index names included: migrations go on knowing them. */
export const exchangeTables = async (tx: Transaction, schema: string, tables: readonly string[]): Promise<void> => {
  for (const table of tables) {
    const names = await indexesOf(tx, 'public', table);
    const filled = await indexesOf(tx, schema, table);
    await tx.query(`drop table public.${quoted(table)}`);
    await tx.query(`alter table ${quoted(schema)}.${quoted(table)} set schema public`);
    for (const index of filled) {
      const at = names.findIndex(({ definition }) => definition === index.definition);
      const [old] = at < 0 ? [] : names.splice(at, 1);
      if (old && old.name !== index.name)
        await tx.query(`alter index public.${quoted(index.name)} rename to ${quoted(old.name)}`);
    }
  }
  await tx.query(`drop schema ${quoted(schema)}`);
};

/**
 * Tables are locked for moments only: a batch holds a read model's table and then wants the log, a rebuild the other way
 * round, and the one that gives way is the rebuild, well before PostgreSQL looks for deadlocks (after 1 s).
 */
const tablesWithinMs = 100;

/** Keeps everybody out of the tables until the transaction ends; a projector that only takes away has none. @throws 55P03 (lock_not_available) */
export const lockTables = (tables: readonly string[]): string =>
  [
    `set local lock_timeout = ${tablesWithinMs}`,
    ...tables.map((table) => `lock table public.${quoted(table)} in access exclusive mode`),
  ].join('; ');

const lockStates = new Set(['55P03', '40P01']);

/** Another attempt may find the lock free. */
export const isLockedOut = (error: unknown): boolean => lockStates.has((error as { code?: string }).code ?? '');

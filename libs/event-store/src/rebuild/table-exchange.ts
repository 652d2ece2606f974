import pg from 'pg';
import type { Transaction } from '../runtime/connections.js';

const quoted = pg.escapeIdentifier;
const liveName = (table: string) => `public.${quoted(table)}`;

export const nextSchemaOf = (name: string): string => `next_${name.replaceAll(/[^a-z0-9_]/g, '_')}`;

export const createNextTables = async (
  client: Transaction,
  schema: string,
  tables: readonly string[],
  role: string,
): Promise<void> => {
  await dropNextTables(client, schema);
  await client.query(`create schema ${quoted(schema)}`);
  for (const table of tables) {
    const next = `${quoted(schema)}.${quoted(table)}`;
    await client.query(`create table ${next} (like ${liveName(table)} including all)`);
    // `like` copies neither storage parameters, such as fillfactor, nor grants.
    const { rows } = await client.query<{ options: string[] | null; rights: string[] | null }>(
      `select reloptions as options, (
         select array_agg(privilege_type::text) from information_schema.role_table_grants
         where table_schema = 'public' and table_name = $2 and grantee = $3
       ) as rights
       from pg_class where oid = $1::regclass`,
      [liveName(table), table, role],
    );
    const { options, rights } = rows[0]!;
    if (options) await client.query(`alter table ${next} set (${options.join(', ')})`);
    if (rights) await client.query(`grant ${rights.join(', ')} on ${next} to ${quoted(role)}`);
  }
};

export const dropNextTables = async (client: Transaction, schema: string): Promise<void> => {
  await client.query(`drop schema if exists ${quoted(schema)} cascade`);
};

const indexesOf = async (tx: Transaction, schema: string, table: string) => {
  const { rows } = await tx.query<{ name: string; definition: string }>(
    `select relname as name, regexp_replace(pg_get_indexdef(oid), ' INDEX \\S+ ON \\S+ ', ' ') as definition
     from pg_class join pg_index on indexrelid = oid where indrelid = $1::regclass order by oid`,
    [`${quoted(schema)}.${quoted(table)}`],
  );
  return rows;
};

/** Replaces the live tables by the new ones. Keeps the names of the indexes, because later migrations use them. */
export const exchangeTables = async (tx: Transaction, schema: string, tables: readonly string[]): Promise<void> => {
  for (const table of tables) {
    const names = await indexesOf(tx, 'public', table);
    const filled = await indexesOf(tx, schema, table);
    await tx.query(`drop table ${liveName(table)}`);
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
 * SQL that locks the tables until the transaction ends. The list is empty for a projector that only deletes rows. A
 * batch locks the tables of a read model before the log, and a rebuild locks the log first. So this lock fails after
 * 100 ms, before PostgreSQL looks for deadlocks (after 1 s).
 * @throws 55P03 (lock_not_available)
 */
export const lockTables = (tables: readonly string[]): string =>
  [
    'set local lock_timeout = 100',
    ...tables.map((table) => `lock table ${liveName(table)} in access exclusive mode`),
  ].join('; ');

import pg from 'pg';

/** How long the rewriting of one table may take, in milliseconds: it cannot be done in chunks, and one that is given up begins anew. */
const rewriteWithinMs = 3_600_000;

/**
 * Writes the files of tables anew, one table after the other, so that what was deleted is not to be read in them either. Nobody reads a table
 * meanwhile, and who follows a log on this server waits as long. Not within a transaction.
 * @throws when PostgreSQL does; a table takes an hour at most
 */
export const rewriteTables = async (owner: pg.Pool, tables: readonly string[]): Promise<void> => {
  for (const table of tables) {
    const statement = { text: `vacuum full ${pg.escapeIdentifier(table)}`, query_timeout: rewriteWithinMs };
    await owner.query(statement);
  }
};

import type pg from 'pg';

/**
 * The PostgreSQL function that writes the notice about a cancelled wait. A notice names its function in every language.
 */
const waitForStandby = 'SyncRepWaitForLSN';
/** SQLSTATE transaction_resolution_unknown. */
const resolutionUnknown = '08007';

/**
 * Runs a statement that commits. If the wait for a synchronous standby is cancelled, COMMIT succeeds with a warning,
 * although only the primary has the transaction. @throws 08007 in that case
 */
export const runCommit = async (client: pg.ClientBase, text: string): Promise<void> => {
  let warning: string | undefined;
  const read = (notice: { routine: string | undefined; message: string | undefined }) => {
    if (notice.routine === waitForStandby) warning = notice.message;
  };
  client.on('notice', read);
  try {
    await client.query(text);
  } finally {
    client.off('notice', read);
  }
  if (warning !== undefined) throw Object.assign(new Error(warning), { code: resolutionUnknown });
};

/** This timeout is shorter than the time for which a lock's connection may be silent. */
const standbyWithinMs = 1000;

/**
 * Resolves when the synchronous standbys have everything that this server has committed before. Without such standbys
 * it resolves at once. PostgreSQL applies a statement timeout to this wait only in a transaction block. @throws 08007
 * after the timeout
 */
export const awaitStandby = async (client: pg.ClientBase, withinMs = standbyWithinMs): Promise<void> => {
  await client.query(`set statement_timeout = ${withinMs}`);
  try {
    await runCommit(client, `do $$ begin perform pg_logical_emit_message(true, 'hearsay', ''); commit; end $$`);
  } finally {
    await client.query('reset statement_timeout');
  }
};

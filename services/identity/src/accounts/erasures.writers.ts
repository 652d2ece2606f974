import type { RowWriter } from '@hearsay/event-store';

/** An account of which nothing personal stays. */
export interface ErasedAccountRow {
  readonly accountId: string;
}

/** Deletes words, credentials and sessions. */
export const eraseAccounts: RowWriter = async (tx, rows) => {
  const accountIds = (rows as readonly ErasedAccountRow[]).map((row) => row.accountId);
  for (const table of ['texts', 'credentials', 'sessions', 'password_resets'])
    await tx.query(`delete from ${table} where account_id = any($1)`, [accountIds]);
};

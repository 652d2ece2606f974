import { type RowWriter, rowsInserter } from '@hearsay/event-store';

/** Personal words under the id by which events speak of them. */
export interface TextRow {
  readonly id: string;
  readonly accountId: string | null;
  readonly words: string;
}

export const writeTexts: RowWriter = rowsInserter('texts');

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

import type { RowWriter } from '@hearsay/event-store';
import { rowsInserter } from '@hearsay/service-runtime';

/** Personal words under the id by which events speak of them. */
export interface TextRow {
  readonly id: string;
  readonly accountId: string | null;
  readonly words: string;
}

export const writeTexts = rowsInserter<TextRow>('texts', { id: 'uuid', accountId: 'uuid', words: 'text' });

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

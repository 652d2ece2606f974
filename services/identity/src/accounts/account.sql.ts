import { type RowWriter, rowsInserter } from '@hearsay/event-store';

export interface TextRow {
  readonly id: string;
  readonly accountId: string | null;
  readonly words: string;
}

export const writeTexts: RowWriter = rowsInserter('texts');

export interface ErasedAccountRow {
  readonly accountId: string;
}

export const eraseAccounts: RowWriter = async (tx, rows) => {
  const accountIds = (rows as readonly ErasedAccountRow[]).map((row) => row.accountId);
  for (const table of ['texts', 'credentials', 'sessions', 'password_resets'])
    await tx.query(`delete from ${table} where account_id = any($1)`, [accountIds]);
};

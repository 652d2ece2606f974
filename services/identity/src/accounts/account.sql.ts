import type { RowWriter } from '@hearsay/event-store';
import type { TextRow } from '@hearsay/service-runtime';

export type AccountTextRow = TextRow & { readonly accountId: string | null };

export const deleteAccountRows: RowWriter = async (tx, rows) => {
  const accountIds = (rows as readonly { readonly accountId: string }[]).map((row) => row.accountId);
  for (const table of ['texts', 'credentials', 'sessions', 'password_resets'])
    await tx.query(`delete from ${table} where account_id = any($1)`, [accountIds]);
};

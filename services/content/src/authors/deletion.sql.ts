import type { Transaction, VersionedState } from '@hearsay/event-store';

export interface AccountDeletion {
  /** True if the account is deleted, even while the deletion can still be undone. */
  readonly isDeleted: boolean;
}

/** Takes advisory locks. A row lock would write an anonymous post's transaction id into a row of its author. */
export const loadAccountDeletions = async (
  tx: Transaction,
  keys: readonly string[],
): Promise<Map<string, VersionedState<AccountDeletion>>> => {
  const locking = tx.query({
    name: 'lock-deletion',
    text: `select pg_advisory_xact_lock(hashtextextended('deletion:' || account_id, 0))
           from (select account_id from unnest($1::text[]) as named (account_id) order by account_id) as in_order`,
    values: [keys],
  });
  const reading = tx.query<{ account_id: string }>({
    name: 'read-deletion',
    text: `select account_id from hidings where account_id = any($1::text[]) and cause = 'account' and not is_shown`,
    values: [keys],
  });
  const [, { rows }] = await Promise.all([locking, reading]);
  const deleted = new Set(rows.map(({ account_id }) => account_id));
  return new Map(keys.map((key) => [key, { version: 0, state: { isDeleted: deleted.has(key) } }]));
};

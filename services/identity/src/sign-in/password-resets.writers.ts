import type { RowWriter } from '@hearsay/event-store';
import type { PasswordResetRow } from './allow-reset.decider.js';

/** Of several for one account in a batch the last one stays. */
export const writePasswordResets: RowWriter = async (tx, rows) => {
  const resets = [...new Map((rows as readonly PasswordResetRow[]).map((reset) => [reset.accountId, reset])).values()];
  await tx.query(
    `insert into password_resets (account_id, token_hash, expires_at) select * from unnest($1::uuid[], $2::text[], $3::timestamptz[])
     on conflict (account_id) do update set token_hash = excluded.token_hash, expires_at = excluded.expires_at`,
    [
      resets.map(({ accountId }) => accountId),
      resets.map(({ tokenHash }) => tokenHash),
      resets.map(({ expiresAt }) => expiresAt),
    ],
  );
};

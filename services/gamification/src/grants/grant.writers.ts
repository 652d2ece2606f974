import type { RowWriter } from '@hearsay/event-store';
import type { GrantRow } from './grant.decider.js';

/** Keeps an operator's reasons apart from the log. */
export const writeGrants: RowWriter = async (tx, rows) => {
  const grants = rows as readonly GrantRow[];
  await tx.query('insert into xp_grants (entry_id, reason, granted_at) select * from unnest($1::uuid[], $2::text[], $3::timestamptz[])', [
    grants.map((grant) => grant.entryId),
    grants.map((grant) => grant.reason),
    grants.map((grant) => grant.grantedAt),
  ]);
};

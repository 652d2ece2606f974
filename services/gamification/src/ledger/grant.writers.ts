import type { RowWriter } from '@hearsay/event-store';
import type { GrantRow } from './grant.decider.js';

/** Keeps an operator's reasons apart from the log. */
export const writeGrants: RowWriter = async (tx, rows) => {
  const grants = rows as readonly GrantRow[];
  await tx.query(
    'insert into xp_grants (entry_id, reason, granted_at) select * from unnest($1::uuid[], $2::text[], $3::timestamptz[])',
    [grants.map((grant) => grant.entryId), grants.map((grant) => grant.reason), grants.map((grant) => grant.grantedAt)],
  );
};

/** Deletes the reasons of everything that operators have granted these accounts. */
export const forgetReasons: RowWriter = async (tx, rows) => {
  const accounts = rows as readonly { readonly accountId: string }[];
  await tx.query(
    `delete from xp_grants where entry_id in (
       select entry_id from xp_entries where account_id = any($1::uuid[]) and rule = 'operator-grant')`,
    [accounts.map(({ accountId }) => accountId)],
  );
};

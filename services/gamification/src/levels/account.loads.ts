import type { Loaded, Transaction } from '@hearsay/event-store';
import { lowestLevel } from '@hearsay/game-rules';
import type { Account } from './account.states.js';
import { lockPeople } from './totals.js';

/** Locks people by name, and reads what they have earned by name. */
export const loadAccounts = async (tx: Transaction, keys: readonly string[]): Promise<Map<string, Loaded<Account>>> => {
  const locking = lockPeople(tx, keys);
  const reading = tx.query<{ account_id: string; named: number; level: number | null; revision: number | null }>({
    name: 'read-accounts',
    text: `select account_id, coalesce(progress.counted, 0) + coalesce(boost_totals.counted, 0) as named, level, revision
           from unnest($1::uuid[]) as asked (account_id)
           left join progress using (account_id) left join boost_totals using (account_id)`,
    values: [keys],
  });
  const [, { rows }] = await Promise.all([locking, reading]);
  return new Map<string, Loaded<Account>>(
    rows.map(({ account_id, named, level, revision }) => [
      account_id,
      { version: revision ?? 0, state: { named, level: level ?? lowestLevel, revision: revision ?? 0 } },
    ]),
  );
};

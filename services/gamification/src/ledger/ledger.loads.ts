import type { Loaded, Transaction } from '@hearsay/event-store';
import { type Account, dayKey, type Entry, newAccount } from './ledger.states.js';

interface AccountRow {
  readonly account_id: string;
  readonly counted: number;
  readonly level: number;
  readonly revision: number;
}

/** Locks the rows of these people. */
const lockProgress = async (tx: Transaction, accountIds: readonly string[], into: Map<string, Loaded<Account>>): Promise<void> => {
  const { rows } = await tx.query<AccountRow>({
    name: 'lock-progress',
    text: 'select account_id, counted, level, revision from progress where account_id = any($1::uuid[]) order by account_id for update',
    values: [accountIds],
  });
  for (const { account_id, ...row } of rows) into.set(account_id, { version: row.revision, state: { ...newAccount, ...row } });
};

/**
 * Locks people. Who has no row yet is locked by name, so that nobody gets an empty one, and looked for once more: whoever
 * held the name may have made it.
 */
export const loadAccounts = async (tx: Transaction, keys: readonly string[]): Promise<Map<string, Loaded<Account>>> => {
  const loaded = new Map<string, Loaded<Account>>();
  await lockProgress(tx, keys, loaded);
  const missing = keys.filter((key) => !loaded.has(key));
  if (missing.length === 0) return loaded;
  await tx.query({
    name: 'lock-new-people',
    text: `select pg_advisory_xact_lock(hashtextextended('progress:' || account_id, 0))
           from (select account_id from unnest($1::text[]) as missing (account_id) order by account_id) as in_order`,
    values: [missing],
  });
  await lockProgress(tx, missing, loaded);
  for (const key of missing) if (!loaded.has(key)) loaded.set(key, { version: 0, state: newAccount });
  return loaded;
};

interface EntryRow {
  readonly entry_id: string;
  readonly is_live: boolean;
  readonly day: string;
  readonly toggle: number;
  readonly version: number;
}

/** The entries of locked people. */
export const loadEntries = async (tx: Transaction, keys: readonly string[]): Promise<Map<string, Loaded<Entry | null>>> => {
  const loaded = new Map<string, Loaded<Entry | null>>(keys.map((key) => [key, { version: 0, state: null }]));
  const { rows } = await tx.query<EntryRow>({
    name: 'read-entries',
    text: 'select entry_id, is_live, day::text as day, toggle, version from xp_entries where entry_id = any($1::uuid[])',
    values: [keys],
  });
  for (const { entry_id, is_live, day, toggle, version } of rows)
    loaded.set(entry_id, { version, state: { isLive: is_live, day, toggle } });
  return loaded;
};

/** The days of locked people; a day that only an entry was named for is answered by its own key too. */
export const loadDays = async (tx: Transaction, keys: readonly string[]): Promise<Map<string, Loaded<number>>> => {
  const loaded = new Map<string, Loaded<number>>(keys.map((key) => [key, { version: 0, state: 0 }]));
  const named = keys.filter((key) => key.includes('/')).map((key) => key.split('/'));
  await readDays(tx, loaded, {
    name: 'read-days',
    text: `select d.account_id as "accountId", d.rule, d.day::text as day, d.amount
           from unnest($1::uuid[], $2::text[], $3::date[]) as named (account_id, rule, day)
           join day_sums d using (account_id, rule, day)`,
    values: [named.map(([accountId]) => accountId), named.map(([, rule]) => rule), named.map(([, , day]) => day)],
  });
  const entryIds = keys.filter((key) => !key.includes('/'));
  if (entryIds.length === 0) return loaded;
  await readDays(tx, loaded, {
    name: 'read-days-of-entries',
    text: `select e.account_id as "accountId", e.rule, e.day::text as day, d.amount
           from xp_entries e join day_sums d using (account_id, rule, day) where e.entry_id = any($1::uuid[])`,
    values: [entryIds],
  });
  return loaded;
};

type DayRow = Parameters<typeof dayKey>[0] & { readonly amount: number };

const readDays = async (
  tx: Transaction,
  into: Map<string, Loaded<number>>,
  query: { readonly name: string; readonly text: string; readonly values: unknown[] },
): Promise<void> => {
  const { rows } = await tx.query<DayRow>(query);
  for (const row of rows) into.set(dayKey(row), { version: 0, state: row.amount });
};

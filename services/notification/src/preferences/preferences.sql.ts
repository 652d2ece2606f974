import { type RowWriter, updateRows } from '@hearsay/event-store';
import type pg from 'pg';
import {
  allSwitchesOn,
  applySwitchChanges,
  type PreferenceChange,
  preferencesOf,
  type Switches,
} from './preferences.decider.js';

export class PreferencesQueries {
  constructor(private readonly pool: pg.Pool) {}

  async switchesOf(accountId: string): Promise<Switches> {
    const { rows } = await this.pool.query<{ switches: Switches }>({
      name: 'preferences',
      text: 'select switches from preferences where account_id = $1',
      values: [accountId],
    });
    // Rows of release 0.9.0 lack newer switches.
    return { ...allSwitchesOn, ...rows[0]?.switches };
  }

  async accountsWithRevealsOff(accountIds: readonly string[]): Promise<ReadonlySet<string>> {
    const { rows } = await this.pool.query<{ accountId: string; switches: Switches }>({
      name: 'preferences-of',
      text: 'select account_id as "accountId", switches from preferences where account_id = any($1)',
      values: [accountIds],
    });
    const off = rows.filter(({ switches }) => !preferencesOf({ ...allSwitchesOn, ...switches }).reveals);
    return new Set(off.map(({ accountId }) => accountId));
  }
}

/** Applies changes in order. Locks rows in key order. */
export const writePreferences: RowWriter = async (tx, rows) => {
  const changes = rows as readonly PreferenceChange[];
  if (changes.length === 0) return;
  const accounts = [...new Set(changes.map(({ accountId }) => accountId))].sort();
  await tx.query(
    'insert into preferences (account_id, switches) select account_id, $2::jsonb from unnest($1::uuid[]) as account_id on conflict do nothing',
    [accounts, JSON.stringify(allSwitchesOn)],
  );
  const { rows: known } = await tx.query<{ accountId: string; switches: Switches }>(
    'select account_id as "accountId", switches from preferences where account_id = any($1) order by account_id for update',
    [accounts],
  );
  const next = new Map(known.map(({ accountId, switches }) => [accountId, switches]));
  for (const { accountId, changes: wanted, at } of changes)
    next.set(accountId, applySwitchChanges(next.get(accountId)!, wanted, at));
  const turned = [...next].map(([accountId, switches]) => ({ accountId, switches }));
  await updateRows(tx, 'preferences', 'account_id', turned);
};

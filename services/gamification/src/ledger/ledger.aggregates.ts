import { type ContentType, LevelChanged, XpEarned, XpRestored, XpReversed, type XpRule } from '@hearsay/contracts';
import type { AggregateDefinition, Loaded } from '@hearsay/event-store';
import { loadAccounts, loadDays, loadEntries } from './ledger.loads.js';
import { type Account, dayKey, type Entry, type EntryDefinition, type LedgerDefinition } from './ledger.states.js';

/** Key: entry id. Its row is the head of its stream, guarded by the lock of the account that every command about it names. */
export const entryAggregate: AggregateDefinition<Entry | null, EntryDefinition> = {
  name: 'xp',
  events: [XpEarned, XpReversed, XpRestored],
  load: loadEntries,
  evolve(entry, event) {
    const { toggle, day } = event.data;
    return { isLive: event.type !== XpReversed.type, day: entry?.day ?? day, toggle: toggle ?? 0 };
  },
};

/**
 * Key: account/rule/day, or an entry's id for the day that it counts on. What was live on it at the last commit, before the
 * cap; what the batch adds is kept with the account.
 */
export const dayAggregate: AggregateDefinition<number> = {
  name: 'day',
  events: [],
  load: loadDays,
  evolve: (sum) => sum,
};

/**
 * Key: account id. Its lock also guards the person's entries and days: every command about their XP names it. All events
 * of its stream are changes of the level, so their number is its version.
 */
export const accountAggregate: AggregateDefinition<Account, LedgerDefinition> = {
  name: 'account',
  events: [XpEarned, XpReversed, XpRestored, LevelChanged],
  load: loadAccounts,
  evolve(account, event) {
    if (event.type === LevelChanged.type) {
      const { level, revision } = event.data;
      return { ...account, level, revision };
    }
    const fact = event.data;
    const key = dayKey(fact);
    const amount = event.type === XpReversed.type ? -fact.amount : fact.amount;
    return { ...account, added: { ...account.added, [key]: (account.added[key] ?? 0) + amount } };
  },
};

/** What an anonymous post earns, as the newest act wants it. */
export interface UnlinkedEntry {
  readonly entryId: string;
  readonly rule: XpRule;
  readonly amount: number;
  readonly day: string;
  readonly isLive: boolean;
}

/** A row of `unlinked_entries`. */
export interface UnlinkedRow extends UnlinkedEntry {
  readonly cause: string;
  readonly sealedOwner: string;
  readonly contentType: ContentType;
  readonly contentId: string;
  readonly toggle: number;
}

/** Key: cause; null while nothing is known of it. Its rows are no events (they join a post to an entry) and no read model. */
export const unlinkedAggregate: AggregateDefinition<UnlinkedEntry | null> = {
  name: 'unlinked',
  events: [],
  evolve: (state) => state,
  async load(tx, keys) {
    const loaded = new Map<string, Loaded<UnlinkedEntry | null>>(keys.map((key) => [key, { version: 0, state: null }]));
    const rows = await tx.query<UnlinkedEntry & { cause: string }>(
      `select cause, entry_id as "entryId", rule, amount, day::text as day, is_live as "isLive"
       from unlinked_entries where cause = any($1) order by cause for update`,
      [keys],
    );
    for (const { cause, ...state } of rows.rows) loaded.set(cause, { version: 0, state });
    return loaded;
  },
};

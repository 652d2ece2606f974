import { type ContentType, type EventData, LevelChanged, XpEarned, XpReversed, type XpRule } from '@hearsay/contracts';
import { type EntityKind, type Loaded, streamEntity } from '@hearsay/event-store';
import { lowestLevel } from '@hearsay/game-rules';

/** One ledger entry; null until it is earned. */
export interface Entry {
  readonly isLive: boolean;
  /** UTC day it counts on, for ever: a re-boost restores the entry of the first boost. */
  readonly day: string;
  readonly toggle: number;
}

type EntryFact = EventData<typeof XpEarned>;

/** Key: entry id. */
export const entryKind = streamEntity<Entry | null>(
  'xp',
  () => null,
  (entry, event) => {
    const { toggle, day } = event.data as EntryFact;
    return { isLive: event.type !== XpReversed.type, day: entry?.day ?? day, toggle: toggle ?? 0 };
  },
);

/** What deciding on a person's level needs. `counted` is that of the last commit, and may be below 0. */
export interface Account {
  readonly counted: number;
  readonly level: number;
  readonly revision: number;
}

const accountStream = streamEntity<Account>(
  'account',
  () => ({ counted: 0, level: lowestLevel, revision: 0 }),
  (account, event) => {
    if (event.type !== LevelChanged.type) return account;
    const { level, revision } = event.data as EventData<typeof LevelChanged>;
    return { ...account, level, revision };
  },
);

/** Key: account id. Its lock also guards the person's rows of the read model: every command about their XP names it. */
export const accountKind: EntityKind<Account> = {
  ...accountStream,
  async load(tx, keys) {
    const loaded = await accountStream.load(tx, keys);
    const rows = await tx.query<{ account_id: string; counted: number }>(
      'select account_id, counted from progress where account_id = any($1)',
      [keys],
    );
    for (const { account_id, counted } of rows.rows) {
      const account = loaded.get(account_id);
      if (account) account.state = { ...account.state, counted };
    }
    return loaded;
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
export const unlinkedKind: EntityKind<UnlinkedEntry | null> = {
  name: 'unlinked',
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

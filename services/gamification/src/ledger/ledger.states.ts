import type { EventData, LevelChanged, XpEarned, XpRestored, XpReversed } from '@hearsay/contracts';
import { lowestLevel } from '@hearsay/game-rules';

/** One ledger entry; null until it is earned. */
export interface Entry {
  readonly isLive: boolean;
  /** UTC day it counts on, for ever: a re-boost restores the entry of the first boost. */
  readonly day: string;
  readonly toggle: number;
}

/** What happens to an entry. */
export type EntryDefinition = typeof XpEarned | typeof XpReversed | typeof XpRestored;
/** What happens to a person's XP and level. */
export type LedgerDefinition = EntryDefinition | typeof LevelChanged;
export type EntryFact = EventData<EntryDefinition>;

/** Names a day of a person's rule. */
export const dayKey = ({ accountId, rule, day }: Pick<EntryFact, 'accountId' | 'rule' | 'day'>): string => `${accountId}/${rule}/${day}`;

/** What deciding on a person's level needs. */
export interface Account {
  /** What the caps left of all days at the last commit; may be below 0. */
  readonly counted: number;
  /** What this batch has added to days, before the caps; by `dayKey`. */
  readonly added: Readonly<Record<string, number>>;
  readonly level: number;
  readonly revision: number;
}

export const newAccount: Account = { counted: 0, added: {}, level: lowestLevel, revision: 0 };

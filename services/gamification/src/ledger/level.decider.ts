import { LevelChanged } from '@hearsay/contracts';
import { type BatchView, type NewEvent, newEvent } from '@hearsay/event-store';
import { levelForXp } from '@hearsay/game-rules';
import type { DailyCaps } from '../config.js';
import { accountAggregate, dayAggregate } from './ledger.aggregates.js';
import type { Account, EntryDefinition, EntryFact, LedgerDefinition } from './ledger.states.js';

/** XP is never shown below 0. */
export const xpOf = (counted: number): number => Math.max(0, counted);

const underCap = (sum: number, cap: number | null): number => (cap === null ? sum : Math.min(sum, cap));

/** What the caps leave of a person's days, with everything that the batch has added to them. */
const countedNow = (account: Account, view: BatchView, caps: DailyCaps): number => {
  let { counted } = account;
  for (const [key, added] of Object.entries(account.added)) {
    const cap = caps[key.split('/')[1] as EntryFact['rule']];
    const before = view.state(dayAggregate, key);
    counted += underCap(before + added, cap) - underCap(before, cap);
  }
  return counted;
};

/**
 * The same facts about one person's XP, and behind them that it crosses a level, up or down. The person's account and the
 * facts' days must be in the plan.
 */
export const withLevel = (facts: readonly NewEvent<EntryDefinition>[], view: BatchView, caps: DailyCaps): NewEvent<LedgerDefinition>[] => {
  const [first] = facts;
  if (!first) return [];
  const { accountId } = first.data;
  const before = view.state(accountAggregate, accountId);
  const after = facts.reduce(accountAggregate.evolve, before);
  const level = levelForXp(xpOf(countedNow(after, view, caps)));
  const touching = facts.map((fact) => ({ ...fact, touches: [{ aggregate: accountAggregate.name, key: accountId }] }));
  if (level === before.level) return touching;
  const change = newEvent(
    LevelChanged,
    { accountId, level, previousLevel: before.level, revision: before.revision + 1 },
    {
      aggregate: accountAggregate,
      key: accountId,
      routingId: accountId,
      ...(first.isAnonymous !== undefined && { isAnonymous: first.isAnonymous }),
      ...(first.isUnlinked !== undefined && { isUnlinked: first.isUnlinked }),
    },
  );
  return [...touching, change];
};

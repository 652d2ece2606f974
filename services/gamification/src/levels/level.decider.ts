import { LevelChanged } from '@hearsay/contracts';
import { type AggregateDefinition, type CommandDefinition, type LiveMessage, newEvent } from '@hearsay/event-store';
import { levelForXp } from '@hearsay/game-rules';
import { type Account, loadAccounts, type WrittenCheck, xpOf } from './level.sql.js';

/** Key: account id. Its stream holds only changes of the level, so `revision` is its version. */
export const accountAggregate: AggregateDefinition<Account, typeof LevelChanged> = {
  name: 'account',
  events: [LevelChanged],
  evolve(account, event) {
    const { level, revision } = event.data;
    return { ...account, level, revision };
  },
  load: loadAccounts,
  sendsAtOnce: true,
};

export const levelSubject = 'jobs.gamification.levels';
export const wakeLevels: LiveMessage = { subject: levelSubject, data: {}, isLatestOnly: true };

export interface SettleLevel {
  readonly check: WrittenCheck;
  /** XP of anonymous posts. It is sealed, so the caller opens it first. A later change writes a new check. */
  readonly anonymous: number;
}

export const settleLevel: CommandDefinition<SettleLevel, void, typeof LevelChanged> = {
  type: 'settle-level',
  plan: ({ check }) => ({ aggregates: { [accountAggregate.name]: [check.accountId] } }),
  decide({ check, anonymous }, view) {
    const { accountId } = check;
    const { named, level: previousLevel, revision } = view.state(accountAggregate, accountId);
    const level = levelForXp(xpOf(named + anonymous));
    const settled = { rows: { settledChecks: [check] }, result: undefined };
    if (level === previousLevel) return { ...settled, events: [] };
    return {
      ...settled,
      events: [
        newEvent(
          LevelChanged,
          { accountId, level, previousLevel, revision: revision + 1 },
          { aggregate: accountAggregate, key: accountId, isUnlinked: true },
        ),
      ],
    };
  },
};

import { LevelChanged } from '@hearsay/contracts';
import { type AggregateDefinition, type CommandDefinition, type LiveMessage, newEvent } from '@hearsay/event-store';
import { levelForXp } from '@hearsay/game-rules';
import { type Account, loadAccounts, type WrittenCheck, xpOf } from './level.sql.js';

/** Key: account id. All events of its stream are changes of the level, so their number is its version. */
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

/** Core NATS wake-up for whoever settles levels. */
export const levelSubject = 'jobs.gamification.levels';
export const wakeLevels: LiveMessage = { subject: levelSubject, data: {}, isLatestOnly: true };

export interface SettleLevel {
  readonly check: WrittenCheck;
  /** What anonymous posts have brought; it lies sealed, so it is opened before. Who changes it later checks the level once more. */
  readonly anonymous: number;
}

/** Announces the level that a person's XP has come to, once, up or down. */
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
          { aggregate: accountAggregate, key: accountId, routingId: accountId, isUnlinked: true },
        ),
      ],
    };
  },
};

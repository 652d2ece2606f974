import { LevelChanged } from '@hearsay/contracts';
import { type CommandDefinition, type LiveMessage, newEvent, rowAggregate } from '@hearsay/event-store';
import { levelForXp } from '@hearsay/game-rules';
import { loadAccounts, type WrittenCheck, xpOf } from './level.sql.js';

/** The stream of an account holds level changes only, so `revision` is its version. */
export const accountAggregate = rowAggregate('account', [LevelChanged], loadAccounts, (account, { data }) => ({
  ...account,
  level: data.level,
  revision: data.revision,
}));

export const levelSubject = 'jobs.gamification.levels';
export const wakeLevels: LiveMessage = { subject: levelSubject, data: {}, isLatestOnly: true };

export interface SettleLevel {
  readonly check: WrittenCheck;
  /** XP of anonymous posts. The caller has opened the sealed sum. A later change writes a new check. */
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

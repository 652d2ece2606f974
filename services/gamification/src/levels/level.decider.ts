import { LevelChanged } from '@hearsay/contracts';
import { type CommandDefinition, type LiveMessage, newEvent, rowAggregate } from '@hearsay/event-store';
import { levelForXp } from '@hearsay/game-rules';
import { loadAccounts, type StoredLevelCheck, shownXp } from './level.sql.js';

/** The stream of an account has only changes of the level, so its version equals `revision`. */
export const accountAggregate = rowAggregate('account', [LevelChanged], loadAccounts, (account, { data }) => ({
  ...account,
  level: data.level,
  revision: data.revision,
}));

export const levelsWakeSubject = 'jobs.gamification.levels';
export const wakeLevels: LiveMessage = { subject: levelsWakeSubject, data: {}, isLatestOnly: true };

export interface SettleLevel {
  readonly check: StoredLevelCheck;
  /**
   * XP of anonymous posts, from the sealed sum that the caller has opened. If it changes later, that change writes a
   * new level check.
   */
  readonly anonymous: number;
}

export const settleLevel: CommandDefinition<SettleLevel, void, typeof LevelChanged> = {
  type: 'settle-level',
  plan: ({ check }) => ({ aggregates: { [accountAggregate.name]: [check.accountId] } }),
  decide({ check, anonymous }, view) {
    const { accountId } = check;
    const { named, level: previousLevel, revision } = view.state(accountAggregate, accountId);
    const level = levelForXp(shownXp(named + anonymous));
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

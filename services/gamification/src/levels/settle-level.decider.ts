import { LevelChanged } from '@hearsay/contracts';
import {
  type AggregateDefinition,
  type CommandDefinition,
  type LiveMessage,
  type Loaded,
  newEvent,
  type Transaction,
} from '@hearsay/event-store';
import { levelForXp, lowestLevel } from '@hearsay/game-rules';
import type { WrittenCheck } from './level-checks.js';
import { lockPeople, xpOf } from './totals.js';

/** Core NATS wake-up for whoever settles levels. */
export const levelSubject = 'jobs.gamification.levels';
export const wakeLevels: LiveMessage = { subject: levelSubject, data: {}, isLatestOnly: true };

interface Account {
  /** What the caps left of named acts, grants and boosts. */
  readonly named: number;
  readonly level: number;
  readonly revision: number;
}

/** Key: account id. All events of its stream are changes of the level, so their number is its version. */
export const accountAggregate: AggregateDefinition<Account, typeof LevelChanged> = {
  name: 'account',
  events: [LevelChanged],
  evolve(account, event) {
    const { level, revision } = event.data;
    return { ...account, level, revision };
  },
  async load(tx: Transaction, keys) {
    await lockPeople(tx, keys);
    const { rows } = await tx.query<{ account_id: string; named: number; level: number | null; revision: number | null }>({
      name: 'read-accounts',
      text: `select account_id, coalesce(progress.counted, 0) + coalesce(boost_totals.counted, 0) as named, level, revision
             from unnest($1::uuid[]) as asked (account_id)
             left join progress using (account_id) left join boost_totals using (account_id)`,
      values: [keys],
    });
    return new Map<string, Loaded<Account>>(
      rows.map(({ account_id, named, level, revision }) => [
        account_id,
        { version: revision ?? 0, state: { named, level: level ?? lowestLevel, revision: revision ?? 0 } },
      ]),
    );
  },
};

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

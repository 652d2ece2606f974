import { Refusal, type XpEarned, XpGranted } from '@hearsay/contracts';
import { type CommandDefinition, newEvent } from '@hearsay/event-store';
import { wakeLevels } from '../levels/settle-level.decider.js';
import { earned, entryAggregate } from './ledger.decider.js';

export interface GrantXp {
  readonly entryId: string;
  readonly accountId: string;
  /** Negative takes away. */
  readonly amount: number;
  readonly reason: string;
}

export interface GrantRow {
  readonly entryId: string;
  readonly reason: string;
  readonly grantedAt: string;
}

/** A ledger entry by an operator. The reason is kept apart from the log, for the audit. */
export const grantXp: CommandDefinition<GrantXp, Record<string, never>, typeof XpEarned | typeof XpGranted> = {
  type: 'grant-xp',
  plan: ({ entryId }) => ({ aggregates: { [entryAggregate.name]: [entryId] } }),
  decide({ entryId, accountId, amount, reason }, _view, { now }) {
    if (amount === 0)
      throw new Refusal('invalid_input', undefined, { fields: { amount: 'A grant of 0 changes nothing' } });
    const grant: GrantRow = { entryId, reason, grantedAt: now };
    const { event, check } = earned(
      { entryId, accountId, rule: 'operator-grant', amount, contentType: null, contentId: null },
      now,
    );
    const granted = newEvent(
      XpGranted,
      { entryId, accountId, amount },
      { aggregate: entryAggregate, key: entryId, routingId: accountId },
    );
    return {
      events: [event, granted],
      rows: { grants: [grant], levelChecks: [check] },
      live: [wakeLevels],
      result: {},
    };
  },
};

import { PasswordResetAllowed, Refusal } from '@hearsay/contracts';
import { type CommandDefinition, newEvent } from '@hearsay/event-store';
import { accountAggregate, envelopeOf, planOf } from '../accounts/account.decider.js';
import type { PasswordResetRow } from '../sessions/credentials.js';

/** Appends an event for the audit, and keeps the link as a row. @throws Refusal `not_found` */
export const allowReset: CommandDefinition<PasswordResetRow, Record<string, never>, typeof PasswordResetAllowed> = {
  type: 'allow-reset',
  plan: planOf,
  decide(reset, view) {
    const { accountId } = reset;
    if (!view.state(accountAggregate, accountId).isRegistered)
      throw new Refusal('not_found', 'Nobody has this username');
    return {
      events: [newEvent(PasswordResetAllowed, { accountId }, envelopeOf(accountId))],
      rows: { resets: [reset] },
      result: {},
    };
  },
};

/**
 * Records, under the call's key, that a change of sessions or passwords has begun. Without this record, a repeat would
 * be refused, because the first call has deleted the row. The record holds ids only.
 */
const recordedCall = <Ids>(type: string): CommandDefinition<Ids, Ids> => ({
  type,
  plan: () => ({ aggregates: {} }),
  decide: (result) => ({ events: [], result }),
});

export const endSession = recordedCall<{ readonly id: string }>('end-session');
export const resetPassword = recordedCall<{ readonly accountId: string }>('reset-password');

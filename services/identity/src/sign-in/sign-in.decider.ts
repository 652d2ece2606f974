import { PasswordResetAllowed, Refusal } from '@hearsay/contracts';
import { type CommandDefinition, newEvent } from '@hearsay/event-store';
import { accountAggregate, accountEnvelope, accountPlan } from '../accounts/account.decider.js';
import type { PasswordResetRow } from '../sessions/credentials.js';

/** Appends an event for the audit, and stores the link as a row. @throws Refusal `not_found` */
export const allowReset: CommandDefinition<PasswordResetRow, Record<string, never>, typeof PasswordResetAllowed> = {
  type: 'allow-reset',
  plan: accountPlan,
  decide(reset, view) {
    const { accountId } = reset;
    if (!view.state(accountAggregate, accountId).isRegistered)
      throw new Refusal('not_found', 'Nobody has this username');
    return {
      events: [newEvent(PasswordResetAllowed, { accountId }, accountEnvelope(accountId))],
      rows: { resets: [reset] },
      result: {},
    };
  },
};

/**
 * Records under the call's key that a change of sessions or passwords has begun. Without this record, a repeat would be
 * refused if the first call has already deleted the session or link. The record holds only ids.
 */
const recordCallCommand = <Ids>(type: string): CommandDefinition<Ids, Ids> => ({
  type,
  plan: () => ({ aggregates: {} }),
  decide: (result) => ({ events: [], result }),
});

export const recordSessionEnd = recordCallCommand<{ readonly id: string }>('end-session');
export const recordPasswordReset = recordCallCommand<{ readonly accountId: string }>('reset-password');

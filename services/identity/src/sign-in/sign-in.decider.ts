import { PasswordResetAllowed, Refusal } from '@hearsay/contracts';
import { type CommandDefinition, newEvent } from '@hearsay/event-store';
import { accountAggregate, envelopeOf } from '../accounts/account.decider.js';
import type { PasswordResetRow } from '../sessions/credentials.js';

/** An operator gives a person a link. That it was given is a fact for the audit, the link itself a row. @throws Refusal `not_found` */
export const allowReset: CommandDefinition<PasswordResetRow, Record<string, never>, typeof PasswordResetAllowed> = {
  type: 'allow-reset',
  plan: ({ accountId }) => ({ aggregates: { [accountAggregate.name]: [accountId] } }),
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
 * Sessions and passwords are rows and never events. These commands keep, under the key of an act on such rows, that it
 * was begun. So a repeat is recognised although the row has gone. They keep ids alone.
 */
const kept = <Kept>(type: string): CommandDefinition<Kept, Kept> => ({
  type,
  plan: () => ({ aggregates: {} }),
  decide: (result) => ({ events: [], result }),
});

export const endSession = kept<{ readonly id: string }>('end-session');
export const resetPassword = kept<{ readonly accountId: string }>('reset-password');

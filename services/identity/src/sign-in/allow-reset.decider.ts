import { PasswordResetAllowed, Refusal } from '@hearsay/contracts';
import { type CommandDefinition, newEvent } from '@hearsay/event-store';
import { accountAggregate, envelopeOf } from '../accounts/account.decider.js';

/** A link to a new password: its token is known to the person alone. The newest of a person is the one that works. */
export interface PasswordResetRow {
  readonly accountId: string;
  readonly tokenHash: string;
  readonly expiresAt: string;
}

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

import { AccountErased, AccountHidden, AccountShown, liveSubjects, Refusal } from '@hearsay/contracts';
import { type CommandDefinition, newEvent } from '@hearsay/event-store';
import { accountAggregate, envelopeOf } from './account.decider.js';
import type { ErasedAccountRow } from './erasures.writers.js';

/** How long a deleted account can come back. */
export const undoMs = 72 * 3600 * 1000;

interface OneAccount {
  readonly accountId: string;
}

/** Names a hiding, by which what went together comes back together. */
interface OneRemoval extends OneAccount {
  readonly removalId: string;
}

const planOf = ({ accountId }: OneAccount) => ({ aggregates: { [accountAggregate.name]: [accountId] } });
/** The gateways forget the person and their sessions. */
const forgotten = (accountId: string) => [{ subject: liveSubjects.sessions, data: { tokenHash: null, accountId } }];
const untilOf = (now: string): string => new Date(Date.parse(now) + undoMs).toISOString();

/** Hides everything of an account. What is hidden already stays so, under its own removal. */
export const hideAccount: CommandDefinition<
  OneRemoval,
  { removalId: string; undoUntil: string },
  typeof AccountHidden
> = {
  type: 'hide-account',
  plan: planOf,
  decide({ accountId, removalId }, view, { now }) {
    const account = view.state(accountAggregate, accountId);
    if (!account.isRegistered || account.removalId !== null) throw new Refusal('not_found');
    return {
      events: [
        newEvent(AccountHidden, { accountId, removalId, revision: account.revision + 1 }, envelopeOf(accountId)),
      ],
      rows: { removalAttempts: [{ accountId, removalId }] },
      live: forgotten(accountId),
      result: { removalId, undoUntil: untilOf(now) },
    };
  },
};

/** Brings a hidden account back; one that is there stays as it is. */
export const showAccount: CommandDefinition<OneAccount, { isThere: boolean }, typeof AccountShown> = {
  type: 'show-account',
  plan: planOf,
  decide({ accountId }, view) {
    const { isRegistered, removalId, revision } = view.state(accountAggregate, accountId);
    if (!isRegistered || removalId === null) return { events: [], result: { isThere: isRegistered } };
    return {
      events: [newEvent(AccountShown, { accountId, removalId, revision: revision + 1 }, envelopeOf(accountId))],
      live: forgotten(accountId),
      result: { isThere: true },
    };
  },
};

/** Erases an account that is still hidden by this removal. Its name stays taken: the claim on it stands for ever. */
export const eraseAccount: CommandDefinition<OneRemoval, { isErased: boolean }, typeof AccountErased> = {
  type: 'erase-account',
  plan: planOf,
  decide({ accountId, removalId }, view) {
    const account = view.state(accountAggregate, accountId);
    if (account.removalId !== removalId) return { events: [], result: { isErased: false } };
    const row: ErasedAccountRow = { accountId };
    return {
      events: [
        newEvent(AccountErased, { accountId, removalId, revision: account.revision + 1 }, envelopeOf(accountId)),
      ],
      rows: { erasedAccounts: [row] },
      live: forgotten(accountId),
      result: { isErased: true },
    };
  },
};

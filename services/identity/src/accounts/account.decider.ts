import {
  AccountErased,
  AccountHidden,
  AccountRegistered,
  AccountShown,
  type EventData,
  type EventOf,
  foldUsername,
  InvitationRemoved,
  liveSubjects,
  PasswordResetAllowed,
  ProfileChanged,
  Refusal,
  type Role,
  RoleGranted,
  RoleRevoked,
  usernameTakenText,
} from '@hearsay/contracts';
import { type CommandDefinition, newEvent, streamAggregate } from '@hearsay/event-store';
import { defaultGradient } from '@hearsay/game-rules';
import type { CredentialRow } from '../sessions/credentials.js';
import type { AccountTextRow } from './account.sql.js';

export type ProfileState = Required<Omit<EventData<typeof ProfileChanged>, 'accountId'>>;

export interface Account {
  readonly isRegistered: boolean;
  readonly roles: readonly Role[];
  readonly profile: ProfileState;
  readonly removalId: string | null;
  readonly revision: number;
}

export const newAccount: Account = {
  isRegistered: false,
  roles: [],
  profile: {
    showActivity: true,
    hideAmbassadorTitle: false,
    gradientColors: defaultGradient,
    chosenAura: 'none',
    whoMayAsk: 'everyone',
    anonymousAsks: 'on',
    anonymousAsksOffUntil: null,
    profileLinkTextId: null,
    profileImageTextId: null,
    invitationTextId: null,
    invitationHiddenBy: null,
  },
  removalId: null,
  revision: 0,
};

const accountEvents = [
  AccountRegistered,
  RoleGranted,
  RoleRevoked,
  PasswordResetAllowed,
  ProfileChanged,
  InvitationRemoved,
  AccountHidden,
  AccountShown,
  AccountErased,
] as const;

export const evolveAccount = (account: Account, event: EventOf<(typeof accountEvents)[number]>): Account => {
  if (event.type === AccountRegistered.type) return { ...account, isRegistered: true };
  if (event.type === ProfileChanged.type) {
    const { accountId: _, ...changes } = event.data;
    return { ...account, profile: { ...account.profile, ...changes } };
  }
  if (event.type === AccountHidden.type)
    return { ...account, removalId: event.data.removalId, revision: event.data.revision };
  if (event.type === AccountShown.type) return { ...account, removalId: null, revision: event.data.revision };
  if (event.type === AccountErased.type) return { ...newAccount, revision: event.data.revision };
  if (event.type === PasswordResetAllowed.type) return account;
  if (event.type === InvitationRemoved.type)
    return { ...account, profile: { ...account.profile, invitationTextId: null, invitationHiddenBy: null } };
  const { role } = event.data;
  const others = account.roles.filter((held) => held !== role);
  return { ...account, roles: event.type === RoleGranted.type ? [...others, role] : others };
};

export const accountAggregate = streamAggregate('account', accountEvents, () => newAccount, evolveAccount);

export const usernameClaim = (username: string): string => `username:${foldUsername(username)}`;

export const accountEnvelope = (accountId: string) => ({
  aggregate: accountAggregate,
  key: accountId,
});

export interface AccountRef {
  readonly accountId: string;
}

export const accountPlan = ({ accountId }: AccountRef) => ({ aggregates: { [accountAggregate.name]: [accountId] } });

/** Live messages that make gateways read the sessions of this person again. */
export const personChangedMessages = (accountId: string) => [
  { subject: liveSubjects.sessions, data: { tokenHash: null, accountId } },
];

/** The first grant of the role ambassador takes this claim for ever. */
const firstAmbassadorClaim = 'first-ambassador';

interface RegisterAccount extends EventData<typeof AccountRegistered> {
  readonly username: string;
  /** Null if the lookup already showed that the registration must fail. Then no hash was computed. */
  readonly passwordHash: string | null;
  /** Null for an ordinary registration. */
  readonly founderLink: { readonly tokenHash: string; readonly isValid: boolean } | null;
}

/**
 * Claims the name, so that only one of several concurrent registrations gets it. The result has the ids of the account.
 * A repeated call finds other ids than its own there, and so knows that an earlier call registered the account.
 */
export const registerAccount: CommandDefinition<
  RegisterAccount,
  Pick<RegisterAccount, 'accountId' | 'usernameTextId'>,
  typeof AccountRegistered | typeof RoleGranted
> = {
  type: 'register',
  plan: ({ accountId, username, founderLink }) => ({
    aggregates: { [accountAggregate.name]: [accountId] },
    claims: [usernameClaim(username), ...(founderLink ? [firstAmbassadorClaim] : [])],
  }),
  decide(input, view) {
    const { accountId, usernameTextId, username, passwordHash, isCreator, founderLink } = input;
    if (founderLink && !(founderLink.isValid && view.holds(firstAmbassadorClaim)))
      throw new Refusal('not_found', 'This link has been used, or is too old');
    if (!view.holds(usernameClaim(username)) || passwordHash === null) throw new Refusal('conflict', usernameTakenText);
    const text: AccountTextRow = { id: usernameTextId, accountId, words: username };
    const credential: CredentialRow = { accountId, usernameFolded: foldUsername(username), passwordHash };
    const registered = newEvent(
      AccountRegistered,
      { accountId, usernameTextId, isCreator },
      accountEnvelope(accountId),
    );
    const rows = { texts: [text], credentials: [credential] };
    const result = { accountId, usernameTextId };
    if (!founderLink) return { events: [registered], rows, result };
    return {
      events: [registered, newEvent(RoleGranted, { accountId, role: 'ambassador' }, accountEnvelope(accountId))],
      rows: { ...rows, usedFounderLinks: [{ tokenHash: founderLink.tokenHash }] },
      result,
    };
  },
};

export const setRole: CommandDefinition<
  EventData<typeof RoleGranted> & { readonly isGranted: boolean },
  { hasChanged: boolean },
  typeof RoleGranted | typeof RoleRevoked
> = {
  type: 'set-role',
  plan: ({ role, isGranted, ...account }) => ({
    ...accountPlan(account),
    claims: role === 'ambassador' && isGranted ? [firstAmbassadorClaim] : [],
  }),
  decide({ accountId, role, isGranted }, view) {
    const account = view.state(accountAggregate, accountId);
    if (!account.isRegistered) throw new Refusal('not_found');
    if (account.roles.includes(role) === isGranted) return { events: [], result: { hasChanged: false } };
    return {
      events: [newEvent(isGranted ? RoleGranted : RoleRevoked, { accountId, role }, accountEnvelope(accountId))],
      live: personChangedMessages(accountId),
      result: { hasChanged: true },
    };
  },
};

/** A deleted account can be restored for this time. */
export const undoWithinMs = 72 * 3600 * 1000;

/** An account and the id of its removal. Under this id, content restores exactly the posts that it has hidden. */
interface AccountRemovalRef extends AccountRef {
  readonly removalId: string;
}

export const hideAccount: CommandDefinition<
  AccountRemovalRef,
  { removalId: string; undoUntil: string },
  typeof AccountHidden
> = {
  type: 'hide-account',
  plan: accountPlan,
  decide({ accountId, removalId }, view, { now }) {
    const { isRegistered, removalId: known, revision } = view.state(accountAggregate, accountId);
    if (!isRegistered || known !== null) throw new Refusal('not_found');
    return {
      events: [newEvent(AccountHidden, { accountId, removalId, revision: revision + 1 }, accountEnvelope(accountId))],
      rows: { removalAttempts: [{ accountId, removalId }] },
      live: personChangedMessages(accountId),
      result: { removalId, undoUntil: new Date(Date.parse(now) + undoWithinMs).toISOString() },
    };
  },
};

/** `isThere` is false only for an unknown or erased account. */
export const showAccount: CommandDefinition<AccountRef, { isThere: boolean }, typeof AccountShown> = {
  type: 'show-account',
  plan: accountPlan,
  decide({ accountId }, view) {
    const { isRegistered, removalId, revision } = view.state(accountAggregate, accountId);
    if (!isRegistered || removalId === null) return { events: [], result: { isThere: isRegistered } };
    return {
      events: [newEvent(AccountShown, { accountId, removalId, revision: revision + 1 }, accountEnvelope(accountId))],
      live: personChangedMessages(accountId),
      result: { isThere: true },
    };
  },
};

/** Erases the account. Its name stays taken, because claims are permanent. */
export const eraseAccount: CommandDefinition<AccountRemovalRef, { isErased: boolean }, typeof AccountErased> = {
  type: 'erase-account',
  plan: accountPlan,
  decide({ accountId, removalId }, view) {
    const { removalId: known, revision } = view.state(accountAggregate, accountId);
    if (known !== removalId) return { events: [], result: { isErased: false } };
    return {
      events: [newEvent(AccountErased, { accountId, removalId, revision: revision + 1 }, accountEnvelope(accountId))],
      rows: { erasedAccounts: [{ accountId }] },
      live: personChangedMessages(accountId),
      result: { isErased: true },
    };
  },
};

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
  usernameTaken,
} from '@hearsay/contracts';
import { type CommandDefinition, newEvent, streamAggregate } from '@hearsay/event-store';
import { defaultGradient } from '@hearsay/game-rules';
import type { CredentialRow } from '../sessions/credentials.js';
import type { TextRow } from './account.sql.js';

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

export const envelopeOf = (accountId: string) => ({
  aggregate: accountAggregate,
  key: accountId,
});

export interface OneAccount {
  readonly accountId: string;
}

export const planOf = ({ accountId }: OneAccount) => ({ aggregates: { [accountAggregate.name]: [accountId] } });

/** Makes the gateways read the person again. */
export const personChanged = (accountId: string) => [
  { subject: liveSubjects.sessions, data: { tokenHash: null, accountId } },
];

/** The first grant of the role takes this claim for ever. */
const firstAmbassadorClaim = 'first-ambassador';

interface RegisterAccount extends EventData<typeof AccountRegistered> {
  readonly username: string;
  /** Null if the name was taken at the lookup, so no hash was computed. */
  readonly passwordHash: string | null;
  /** Null: an ordinary registration. */
  readonly founderLink: { readonly tokenHash: string; readonly isValid: boolean } | null;
}

/**
 * Claims the name, so that exactly one of several concurrent registrations gets it. The ids in the result tell a
 * repeated call that an earlier call registered the account.
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
    if (!view.holds(usernameClaim(username)) || passwordHash === null) throw new Refusal('conflict', usernameTaken);
    const text: TextRow = { id: usernameTextId, accountId, words: username };
    const credential: CredentialRow = { accountId, usernameFolded: foldUsername(username), passwordHash };
    const registered = newEvent(AccountRegistered, { accountId, usernameTextId, isCreator }, envelopeOf(accountId));
    const rows = { texts: [text], credentials: [credential] };
    const result = { accountId, usernameTextId };
    if (!founderLink) return { events: [registered], rows, result };
    return {
      events: [registered, newEvent(RoleGranted, { accountId, role: 'ambassador' }, envelopeOf(accountId))],
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
    ...planOf(account),
    claims: role === 'ambassador' && isGranted ? [firstAmbassadorClaim] : [],
  }),
  decide({ accountId, role, isGranted }, view) {
    const account = view.state(accountAggregate, accountId);
    if (!account.isRegistered) throw new Refusal('not_found');
    if (account.roles.includes(role) === isGranted) return { events: [], result: { hasChanged: false } };
    return {
      events: [newEvent(isGranted ? RoleGranted : RoleRevoked, { accountId, role }, envelopeOf(accountId))],
      live: personChanged(accountId),
      result: { hasChanged: true },
    };
  },
};

export const undoMs = 72 * 3600 * 1000;

/** Content restores exactly the posts that it hid under `removalId`. */
interface OneRemoval extends OneAccount {
  readonly removalId: string;
}

export const hideAccount: CommandDefinition<
  OneRemoval,
  { removalId: string; undoUntil: string },
  typeof AccountHidden
> = {
  type: 'hide-account',
  plan: planOf,
  decide({ accountId, removalId }, view, { now }) {
    const { isRegistered, removalId: known, revision } = view.state(accountAggregate, accountId);
    if (!isRegistered || known !== null) throw new Refusal('not_found');
    return {
      events: [newEvent(AccountHidden, { accountId, removalId, revision: revision + 1 }, envelopeOf(accountId))],
      rows: { removalAttempts: [{ accountId, removalId }] },
      live: personChanged(accountId),
      result: { removalId, undoUntil: new Date(Date.parse(now) + undoMs).toISOString() },
    };
  },
};

export const showAccount: CommandDefinition<OneAccount, { isThere: boolean }, typeof AccountShown> = {
  type: 'show-account',
  plan: planOf,
  decide({ accountId }, view) {
    const { isRegistered, removalId, revision } = view.state(accountAggregate, accountId);
    if (!isRegistered || removalId === null) return { events: [], result: { isThere: isRegistered } };
    return {
      events: [newEvent(AccountShown, { accountId, removalId, revision: revision + 1 }, envelopeOf(accountId))],
      live: personChanged(accountId),
      result: { isThere: true },
    };
  },
};

/** The name stays taken, because claims are permanent. */
export const eraseAccount: CommandDefinition<OneRemoval, { isErased: boolean }, typeof AccountErased> = {
  type: 'erase-account',
  plan: planOf,
  decide({ accountId, removalId }, view) {
    const { removalId: known, revision } = view.state(accountAggregate, accountId);
    if (known !== removalId) return { events: [], result: { isErased: false } };
    return {
      events: [newEvent(AccountErased, { accountId, removalId, revision: revision + 1 }, envelopeOf(accountId))],
      rows: { erasedAccounts: [{ accountId }] },
      live: personChanged(accountId),
      result: { isErased: true },
    };
  },
};

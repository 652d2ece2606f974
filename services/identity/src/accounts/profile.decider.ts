import {
  type EventData,
  InvitationRemoved,
  type identityRpc,
  limits,
  ProfileChanged,
  Refusal,
  type RpcParsed,
} from '@hearsay/contracts';
import { type CommandDefinition, newEvent } from '@hearsay/event-store';
import { isAuraUnlocked, isGradientPreset } from '@hearsay/game-rules';
import {
  type Account,
  type AccountRef,
  accountAggregate,
  accountEnvelope,
  accountPlan,
  type ProfileState,
  personChangedMessages,
} from './account.decider.js';
import type { AccountTextRow } from './account.sql.js';

interface NewWords {
  readonly textId: string;
  readonly words: string | null;
}

/** Fields that are absent stay as they are. */
export interface ChangeProfile
  extends AccountRef,
    Omit<RpcParsed<typeof identityRpc.changeProfile>, 'profileLink' | 'profileImage' | 'invitation'> {
  readonly level: number;
  readonly profileLink?: NewWords | undefined;
  readonly profileImage?: NewWords | undefined;
  readonly invitation?: NewWords | undefined;
}

type Changes = Omit<EventData<typeof ProfileChanged>, 'accountId'>;
type TextField = 'profileLinkTextId' | 'profileImageTextId' | 'invitationTextId';

const checkPermissions = (input: ChangeProfile, account: Account): void => {
  const { level, aura, gradientColors, profileLink, hideAmbassadorTitle } = input;
  const owner = {
    level,
    isAmbassador: account.roles.includes('ambassador'),
    isSpotlight: account.roles.includes('spotlight'),
  };
  if (aura !== undefined && !isAuraUnlocked(aura, owner)) throw new Refusal('forbidden', 'This aura is locked');
  if (profileLink !== undefined && !(owner.isAmbassador || owner.isSpotlight)) {
    throw new Refusal('forbidden', 'Profile links are for ambassadors and spotlights');
  }
  if (hideAmbassadorTitle !== undefined && !owner.isAmbassador)
    throw new Refusal('forbidden', 'Only ambassadors have a title to hide');
  if (gradientColors !== undefined && !isGradientPreset(gradientColors)) {
    const mistake = 'Please choose one of the gradients';
    throw new Refusal('invalid_input', mistake, { fields: { gradientColors: mistake } });
  }
};

const dayMs = 86_400_000;

/** Turns anonymous asks off until `anonymousAsksOffUntil`. Without this instant, `off` has no end. */
const anonymousAsksOf = (
  { anonymousAsks, anonymousAsksOffUntil: until }: ChangeProfile,
  profile: ProfileState,
  now: string,
): Pick<Changes, 'anonymousAsks' | 'anonymousAsksOffUntil'> => {
  if (anonymousAsks === undefined && until === undefined) return {};
  if (until) {
    const aheadMs = Date.parse(until) - Date.parse(now);
    if (aheadMs > 0 && aheadMs <= limits.anonymousAsksOffDays * dayMs)
      return { anonymousAsks: 'off', anonymousAsksOffUntil: until };
    const mistake = `Please choose a time within the next ${limits.anonymousAsksOffDays} days`;
    throw new Refusal('invalid_input', mistake, { fields: { anonymousAsksOffUntil: mistake } });
  }
  const hasEnded = profile.anonymousAsksOffUntil !== null && profile.anonymousAsksOffUntil <= now;
  return { anonymousAsks: anonymousAsks ?? (hasEnded ? 'on' : profile.anonymousAsks), anonymousAsksOffUntil: null };
};

const newFacts = (input: ChangeProfile, profile: ProfileState, now: string): Changes => {
  const wanted: Changes = {
    ...anonymousAsksOf(input, profile, now),
    showActivity: input.showActivity,
    hideAmbassadorTitle: input.hideAmbassadorTitle,
    gradientColors: input.gradientColors,
    chosenAura: input.aura,
    whoMayAsk: input.whoMayAsk,
  };
  const known = Object.entries(wanted).filter(
    ([field, value]) => value !== undefined && value !== profile[field as keyof ProfileState],
  );
  return Object.fromEntries(known);
};

export const changeProfile: CommandDefinition<ChangeProfile, object, typeof ProfileChanged> = {
  type: 'change-profile',
  plan: accountPlan,
  decide(input, view, { now }) {
    const { accountId } = input;
    const account = view.state(accountAggregate, accountId);
    if (!account.isRegistered) throw new Refusal('not_found');
    checkPermissions(input, account);
    const changes: Changes = newFacts(input, account.profile, now);
    const texts: AccountTextRow[] = [];
    const replaced: Pick<AccountTextRow, 'id'>[] = [];
    const setWords = (field: TextField, given: NewWords | undefined) => {
      const before = account.profile[field];
      if (given === undefined || (given.words === null && before === null)) return;
      changes[field] = given.words === null ? null : given.textId;
      if (given.words !== null) texts.push({ id: given.textId, accountId, words: given.words });
      if (before !== null) replaced.push({ id: before });
    };
    setWords('profileLinkTextId', input.profileLink);
    setWords('profileImageTextId', input.profileImage);
    setWords('invitationTextId', input.invitation);
    // A wipe hides only the invitation that it found. An invitation that is set later is shown.
    if (changes.invitationTextId !== undefined && account.profile.invitationHiddenBy !== null)
      changes.invitationHiddenBy = null;
    if (Object.keys(changes).length === 0) return { events: [], result: {} };
    return {
      events: [newEvent(ProfileChanged, { accountId, ...changes }, accountEnvelope(accountId))],
      rows: { texts, replacedTexts: replaced },
      live: personChangedMessages(accountId),
      result: {},
    };
  },
};

/** The new value of `invitationHiddenBy`. Undefined if the value stays. */
const newInvitationHiddenBy = (
  { profile }: Account,
  { removalId, isHidden }: HideInvitation,
): string | null | undefined => {
  const { invitationTextId, invitationHiddenBy } = profile;
  if (isHidden) return invitationTextId !== null && invitationHiddenBy === null ? removalId : undefined;
  return invitationHiddenBy === removalId ? null : undefined;
};

interface HideInvitation extends AccountRef {
  /** The id of the wipe. */
  readonly removalId: string;
  readonly isHidden: boolean;
}

/** Hides or shows an invitation. Only the wipe that hid it can show it. A repeat changes nothing. */
export const hideInvitation: CommandDefinition<HideInvitation, Record<string, never>, typeof ProfileChanged> = {
  type: 'hide-invitation',
  plan: accountPlan,
  decide(input, view) {
    const { accountId } = input;
    const invitationHiddenBy = newInvitationHiddenBy(view.state(accountAggregate, accountId), input);
    if (invitationHiddenBy === undefined) return { events: [], result: {} };
    return {
      events: [newEvent(ProfileChanged, { accountId, invitationHiddenBy }, accountEnvelope(accountId))],
      live: personChangedMessages(accountId),
      result: {},
    };
  },
};

/** Erases the words of an invitation. The event names only their author. @throws Refusal `not_found` */
export const removeInvitation: CommandDefinition<AccountRef, Record<string, never>, typeof InvitationRemoved> = {
  type: 'remove-invitation',
  plan: accountPlan,
  decide({ accountId }, view) {
    const { isRegistered, profile } = view.state(accountAggregate, accountId);
    if (!isRegistered) throw new Refusal('not_found');
    if (profile.invitationTextId === null) return { events: [], result: {} };
    return {
      events: [newEvent(InvitationRemoved, { accountId }, accountEnvelope(accountId))],
      rows: { replacedTexts: [{ id: profile.invitationTextId }] },
      live: personChangedMessages(accountId),
      result: {},
    };
  },
};

import {
  AccountContentHidden,
  AccountContentShown,
  ContentRemoved,
  ContentRestored,
  PodcastEdited,
  PodcastPublished,
  QuestionApproved,
  QuestionAsked,
  QuestionEdited,
  QuestionIgnored,
  QuestionWithheld,
  ReplyPinned,
  ReplyPosted,
  Revealed,
} from './content.js';
import type { EventDefinition } from './definitions.js';
import { Boosted, Followed, Reposted, RepostRemoved, RepostRestored, Unboosted, Unfollowed } from './engagement.js';
import { AnonymousXpPaid, LevelChanged, XpEarned, XpGranted, XpRestored, XpReversed } from './gamification.js';
import {
  AccountErased,
  AccountHidden,
  AccountRegistered,
  AccountShown,
  PasswordResetAllowed,
  ProfileChanged,
  RoleGranted,
  RoleRevoked,
} from './identity.js';
import { ActNoted, ReportFiled, ReportResolved, WipeFinished, WipeStarted, WipeUndone } from './moderation.js';
import { ActNotified, BoostsNotified, LevelNotified, RepliesNotified, RevealNotified } from './notification.js';

export const eventDefinitions: ReadonlyMap<string, EventDefinition> = new Map(
  [
    AccountRegistered,
    RoleGranted,
    RoleRevoked,
    PasswordResetAllowed,
    AccountHidden,
    AccountShown,
    AccountErased,
    ProfileChanged,
    QuestionAsked,
    QuestionApproved,
    QuestionIgnored,
    QuestionWithheld,
    QuestionEdited,
    ReplyPosted,
    ReplyPinned,
    Revealed,
    PodcastPublished,
    PodcastEdited,
    ContentRemoved,
    ContentRestored,
    AccountContentHidden,
    AccountContentShown,
    Boosted,
    Unboosted,
    Reposted,
    RepostRemoved,
    RepostRestored,
    Followed,
    Unfollowed,
    ActNoted,
    ReportFiled,
    ReportResolved,
    WipeFinished,
    WipeStarted,
    WipeUndone,
    XpEarned,
    XpReversed,
    XpRestored,
    XpGranted,
    AnonymousXpPaid,
    LevelChanged,
    BoostsNotified,
    RepliesNotified,
    RevealNotified,
    LevelNotified,
    ActNotified,
  ].map((definition) => [definition.type, definition as EventDefinition]),
);

/** A process that wants none of these types leaves bodies on the NATS server and fetches what it wants. */
export const frequentTypes: ReadonlySet<string> = new Set([Boosted.type, Unboosted.type, ReplyPosted.type]);

export const relayedTypesOf = (service: string): readonly string[] =>
  [...eventDefinitions.values()]
    .filter((definition) => definition.service === service && definition.audience === 'relayed')
    .map((definition) => definition.type)
    .sort();

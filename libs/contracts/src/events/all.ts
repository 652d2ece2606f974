import { QuestionAsked, ReplyPosted, Revealed } from './content.js';
import type { EventDefinition } from './definitions.js';
import { Boosted, Unboosted } from './engagement.js';
import { AnonymousXpPaid, LevelChanged, XpEarned } from './gamification.js';
import { AccountRegistered, RoleGranted, RoleRevoked } from './identity.js';
import { BoostsNotified, LevelNotified, RepliesNotified, RevealNotified } from './notification.js';

/** Every event of every log, by type. */
export const eventDefinitions: ReadonlyMap<string, EventDefinition> = new Map(
  [
    AccountRegistered,
    RoleGranted,
    RoleRevoked,
    QuestionAsked,
    ReplyPosted,
    Revealed,
    Boosted,
    Unboosted,
    XpEarned,
    AnonymousXpPaid,
    LevelChanged,
    BoostsNotified,
    RepliesNotified,
    RevealNotified,
    LevelNotified,
  ].map((definition) => [definition.type, definition as EventDefinition]),
);

/** The types of a service's log that leave it, in alphabetical order. */
export const relayedTypesOf = (service: string): readonly string[] =>
  [...eventDefinitions.values()]
    .filter((definition) => definition.service === service && definition.audience === 'relayed')
    .map((definition) => definition.type)
    .sort();

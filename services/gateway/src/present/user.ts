import type { OwnUser, Person, User } from '@hearsay/contracts';
import { presentUserCard } from './user-card.js';

/** What others than identity know of a person. */
export interface Standing {
  readonly xp: number;
  /** Whether the viewer may ask them. */
  readonly canAsk: boolean;
}

/** A person as everyone sees them. Nobody can be followed yet. */
export const presentUser = (person: Person, { xp, canAsk }: Standing): User => ({
  ...presentUserCard(person),
  xp,
  profileLink: person.profileLink,
  showActivity: person.showActivity,
  createdAt: person.createdAt,
  followerCount: 0,
  followingCount: 0,
  canAsk,
});

/** A person as they see themself. */
export const presentOwnUser = (
  person: Person,
  xp: number,
  { questionBoosts, newReplies, reposts }: OwnUser['notificationPreferences'],
): OwnUser => ({
  ...presentUser(person, { xp, canAsk: true }),
  chosenAura: person.chosenAura,
  whoMayAsk: person.whoMayAsk,
  notificationPreferences: { questionBoosts, newReplies, reposts },
});

import type { OwnUser, Person } from '@hearsay/contracts';
import { presentUserCard } from './user-card.js';

/** A person as they see themself. Nobody can be followed yet. */
export const presentOwnUser = (person: Person, xp: number): OwnUser => ({
  ...presentUserCard(person),
  xp,
  profileLink: person.profileLink,
  showActivity: person.showActivity,
  createdAt: person.createdAt,
  followerCount: 0,
  followingCount: 0,
  canAsk: true,
  chosenAura: person.chosenAura,
  whoMayAsk: person.whoMayAsk,
  notificationPreferences: {
    questionBoosts: person.notificationPreferences.questionBoosts,
    newReplies: person.notificationPreferences.newReplies,
    reposts: person.notificationPreferences.reposts,
  },
});

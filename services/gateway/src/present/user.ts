import { type FollowCounts, type OwnUser, type Person, takesAnonymousAsks, type User } from '@hearsay/contracts';
import { presentUserCard } from './user-card.js';

/** What others than identity know of a person. */
export interface Standing {
  readonly xp: number;
  /** Whether the viewer may ask them. */
  readonly canAsk: boolean;
  readonly viewerHasSession: boolean;
  readonly follows: Pick<FollowCounts, 'followerCount' | 'followingCount'>;
}

/** A person as everyone sees them. */
export const presentUser = (person: Person, { xp, canAsk, viewerHasSession, follows }: Standing): User => ({
  ...presentUserCard(person),
  xp,
  profileLink: person.profileLink,
  showActivity: person.showActivity,
  createdAt: person.createdAt,
  followerCount: follows.followerCount,
  followingCount: follows.followingCount,
  canAsk,
  canAskAnonymously: canAsk && takesAnonymousAsks(person.whoMayAsk, viewerHasSession),
});

/** A person as they see themself. */
export const presentOwnUser = (
  person: Person,
  { xp, follows }: Pick<Standing, 'xp' | 'follows'>,
  { questionBoosts, newReplies, reposts }: OwnUser['notificationPreferences'],
): OwnUser => ({
  // A question to oneself is refused.
  ...presentUser(person, { xp, follows, canAsk: false, viewerHasSession: true }),
  chosenAura: person.chosenAura,
  whoMayAsk: person.whoMayAsk,
  notificationPreferences: { questionBoosts, newReplies, reposts },
});

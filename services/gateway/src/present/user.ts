import {
  type ExportedBookmark,
  type ExportedBoost,
  type FollowCounts,
  FoundUser,
  GivenBoost,
  HeardUser,
  type identityRpc,
  NotificationPreferences,
  OwnBookmark,
  type OwnRepost,
  type OwnUser,
  ownPictureUrl,
  type Person,
  type RepostView,
  type RpcOutput,
  User,
  UserCard,
  UserListItem,
} from '@hearsay/contracts';
import { pickPublicFields } from './pick.js';

export const presentUserCard = (person: Person): UserCard => ({
  ...pickPublicFields(UserCard, person),
  profileImage: ownPictureUrl(person.profileImage),
});

export interface UserFacts {
  readonly xp: number;
  readonly canAsk: boolean;
  readonly canAskAnonymously: boolean;
  readonly follows: Pick<FollowCounts, 'followerCount' | 'followingCount'>;
}

export const presentUser = (person: Person, { follows, ...facts }: UserFacts): User => ({
  ...pickPublicFields(User, { ...person, ...follows, ...facts }),
  profileImage: ownPictureUrl(person.profileImage),
});

export const presentOwnUser = (
  person: Person,
  facts: Pick<UserFacts, 'xp' | 'follows'>,
  preferences: OwnUser['notificationPreferences'],
): OwnUser => ({
  ...presentUser(person, { ...facts, canAsk: false, canAskAnonymously: false }),
  chosenAura: person.chosenAura,
  whoMayAsk: person.whoMayAsk,
  anonymousAsks: person.anonymousAsks,
  anonymousAsksOffUntil: person.anonymousAsksOffUntil,
  notificationPreferences: pickPublicFields(NotificationPreferences, preferences),
});

type Listed = RpcOutput<typeof identityRpc.listPeople>['people'][number];
type Found = RpcOutput<typeof identityRpc.searchPeople>['people'][number];

type Viewer = { readonly isAmbassador: boolean } | null;

/** Signed-in viewers see pictures. Ambassadors also see the time of joining and protection from wipes. */
export const presentListedUser = (person: Listed, viewer: Viewer): UserListItem => ({
  ...pickPublicFields(UserListItem, person),
  profileImage: viewer ? ownPictureUrl(person.profileImage) : null,
  createdAt: viewer?.isAmbassador ? person.createdAt : null,
  isProtected: viewer?.isAmbassador ? person.isProtected : null,
});

/** Signed-in viewers also see level and badge, and whether they follow. Ambassadors see protection from wipes. */
export const presentFoundUser = (person: Found, viewer: Viewer, isFollowing: boolean | null): FoundUser => ({
  ...pickPublicFields(FoundUser, person),
  profileImage: ownPictureUrl(person.profileImage),
  level: viewer ? person.level : null,
  badge: viewer ? person.badge : null,
  isFollowing: viewer ? isFollowing : null,
  isProtected: viewer?.isAmbassador ? person.isProtected : null,
});

export const presentHeardUser = (person: Person): HeardUser => ({
  ...pickPublicFields(HeardUser, person),
  profileImage: ownPictureUrl(person.profileImage),
  isFollowing: false,
});

/** Null for an episode, because it belongs to no question. */
const questionOf = ({ contentType, questionId }: { contentType: string; questionId: string }): string | null =>
  contentType === 'podcast' ? null : questionId;

export const presentGivenBoost = (boost: ExportedBoost): GivenBoost => ({
  ...pickPublicFields(GivenBoost, boost),
  questionId: questionOf(boost),
});

export const presentOwnBookmark = (bookmark: ExportedBookmark): OwnBookmark => ({
  ...pickPublicFields(OwnBookmark, bookmark),
  questionId: questionOf(bookmark),
});

export const presentOwnRepost = (repost: RepostView): OwnRepost => ({
  repostId: repost.repostId,
  contentType: repost.contentType,
  contentId: repost.contentId,
  questionId: questionOf(repost),
  repostText: repost.text,
  repostCreatedAt: repost.repostedAt,
});

import {
  type ExportedBoost,
  type FollowCounts,
  type FoundUser,
  type GivenBoost,
  type gamificationRpc,
  type identityRpc,
  type OwnRepost,
  type OwnUser,
  ownPicture,
  type Person,
  type RepostView,
  type RpcOutput,
  takesAnonymousAsks,
  type User,
  type UserCard,
  type UserListItem,
  type XpActivity,
} from '@hearsay/contracts';

export const presentUserCard = (person: Person): UserCard => ({
  id: person.id,
  username: person.username,
  profileImage: ownPicture(person.profileImage),
  gradientColors: person.gradientColors,
  level: person.level,
  badge: person.badge,
  profileBorder: person.profileBorder,
  profileAura: person.profileAura,
  isCreator: person.isCreator,
  isAmbassador: person.isAmbassador,
  isSpotlight: person.isSpotlight,
  hideAmbassadorTitle: person.hideAmbassadorTitle,
});

export interface Standing {
  readonly xp: number;
  readonly canAsk: boolean;
  readonly viewerHasSession: boolean;
  readonly follows: Pick<FollowCounts, 'followerCount' | 'followingCount'>;
}

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

export const presentOwnUser = (
  person: Person,
  { xp, follows }: Pick<Standing, 'xp' | 'follows'>,
  { questionBoosts, newReplies, reposts }: OwnUser['notificationPreferences'],
): OwnUser => ({
  ...presentUser(person, { xp, follows, canAsk: false, viewerHasSession: true }),
  chosenAura: person.chosenAura,
  whoMayAsk: person.whoMayAsk,
  notificationPreferences: { questionBoosts, newReplies, reposts },
});

type Listed = RpcOutput<typeof identityRpc.listPeople>['people'][number];
type Found = RpcOutput<typeof identityRpc.searchPeople>['people'][number];

type Viewer = { readonly isAmbassador: boolean } | null;

/** Signed-in viewers see pictures. Ambassadors also see the time of joining and protection from wipes. */
export const presentListedUser = (person: Listed, viewer: Viewer): UserListItem => ({
  id: person.id,
  username: person.username,
  isCreator: person.isCreator,
  profileImage: viewer ? ownPicture(person.profileImage) : null,
  createdAt: viewer?.isAmbassador ? person.createdAt : null,
  isProtected: viewer?.isAmbassador ? person.isProtected : null,
});

/** Ambassadors also see protection from wipes. */
export const presentFoundUser = (person: Found, viewer: Viewer): FoundUser => ({
  id: person.id,
  username: person.username,
  profileImage: ownPicture(person.profileImage),
  isProtected: viewer?.isAmbassador ? person.isProtected : null,
});

/** An episode belongs to no question. */
const questionOf = ({ contentType, questionId }: { contentType: string; questionId: string }): string | null =>
  contentType === 'podcast' ? null : questionId;

export const presentGivenBoost = (boost: ExportedBoost): GivenBoost => ({
  contentType: boost.contentType,
  contentId: boost.contentId,
  questionId: questionOf(boost),
  boostedAt: boost.boostedAt,
});

export const presentOwnRepost = (repost: RepostView): OwnRepost => ({
  repostId: repost.repostId,
  contentType: repost.contentType,
  contentId: repost.contentId,
  questionId: questionOf(repost),
  repostText: repost.text,
  repostCreatedAt: repost.repostedAt,
});

export const ownMedia = ({ profileImage }: Pick<OwnUser, 'profileImage'>): string[] =>
  profileImage?.startsWith('/api/media/') ? [profileImage] : [];

export const presentXpActivity = (
  entry: RpcOutput<typeof gamificationRpc.xpActivities>['activities'][number],
): XpActivity => ({
  id: entry.id,
  rule: entry.rule,
  amount: entry.amount,
  counted: entry.counted,
  isReversed: entry.isReversed,
  reversedBecause: entry.reversedBecause,
  contentType: entry.contentType,
  contentId: entry.contentId,
  createdAt: entry.createdAt,
});

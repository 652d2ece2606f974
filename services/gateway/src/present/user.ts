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

/** A person as everyone sees them beside their words. */
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

type Listed = RpcOutput<typeof identityRpc.listPeople>['people'][number];
type Found = RpcOutput<typeof identityRpc.searchPeople>['people'][number];

type Viewer = { readonly isAmbassador: boolean } | null;

/**
 * A row of the list of people. Signed-in viewers see pictures. Ambassadors also see the time of joining and protection
 * from wipes.
 */
export const presentListedUser = (person: Listed, viewer: Viewer): UserListItem => ({
  id: person.id,
  username: person.username,
  isCreator: person.isCreator,
  profileImage: viewer ? ownPicture(person.profileImage) : null,
  createdAt: viewer?.isAmbassador ? person.createdAt : null,
  isProtected: viewer?.isAmbassador ? person.isProtected : null,
});

/** A match of a search. Ambassadors also see protection from wipes. */
export const presentFoundUser = (person: Found, viewer: Viewer): FoundUser => ({
  id: person.id,
  username: person.username,
  profileImage: ownPicture(person.profileImage),
  isProtected: viewer?.isAmbassador ? person.isProtected : null,
});

/** An episode lies under no question. */
const questionOf = ({ contentType, questionId }: { contentType: string; questionId: string }): string | null =>
  contentType === 'podcast' ? null : questionId;

/** A boost of one's own: what it is of, and nobody's name. */
export const presentGivenBoost = (boost: ExportedBoost): GivenBoost => ({
  contentType: boost.contentType,
  contentId: boost.contentId,
  questionId: questionOf(boost),
  boostedAt: boost.boostedAt,
});

/** A repost of one's own. */
export const presentOwnRepost = (repost: RepostView): OwnRepost => ({
  repostId: repost.repostId,
  contentType: repost.contentType,
  contentId: repost.contentId,
  questionId: questionOf(repost),
  repostText: repost.text,
  repostCreatedAt: repost.repostedAt,
});

/** Pictures that others keep are none of ours. */
export const ownMedia = ({ profileImage }: Pick<OwnUser, 'profileImage'>): string[] =>
  profileImage?.startsWith('/api/media/') ? [profileImage] : [];

/** An entry of one's own ledger. */
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

import type {
  ExportedBoost,
  GivenBoost,
  gamificationRpc,
  OwnRepost,
  OwnUser,
  RepostView,
  RpcOutput,
  XpActivity,
} from '@hearsay/contracts';

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

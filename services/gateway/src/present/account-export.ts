import type { ExportedBoost, GivenBoost, OwnRepost, OwnUser, RepostView } from '@hearsay/contracts';

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

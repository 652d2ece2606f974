import type {
  ActivityItem,
  FeedItem,
  FeedPlace,
  PodcastView,
  QuestionView,
  ReplyView,
  RepostData,
  RepostView,
  UserCard,
} from '@hearsay/contracts';
import { type Cards, type Counts, countOf, questionRef } from './cards-and-counts.js';
import { presentPodcast } from './podcast.js';
import { presentDiscussion, presentQuestion } from './question.js';

/** What stands at a place, as one viewer may see it. */
export type Listed =
  | {
      readonly kind: 'question';
      readonly place: FeedPlace;
      readonly view: QuestionView;
      readonly repost: RepostView | null;
    }
  | {
      readonly kind: 'podcast';
      readonly place: FeedPlace;
      readonly view: PodcastView;
      readonly repost: RepostView | null;
    }
  | {
      readonly kind: 'answer';
      readonly place: FeedPlace;
      readonly view: ReplyView;
      readonly parentTitle: string;
      readonly repost: RepostView | null;
    };

/** Who passed something on. Reposts are named always, also those of anonymous content. */
const presentRepost = (repost: RepostView, reposter: UserCard): RepostData => ({
  repostId: repost.repostId,
  reposterUserId: reposter.id,
  reposterUsername: reposter.username,
  reposterProfileImage: reposter.profileImage,
  repostText: repost.text,
  repostCreatedAt: repost.repostedAt,
  mediaUrl: null,
  mediaType: 'text',
});

/** Something in a list, as its viewer may see it; null where whoever reposted it is nobody any more. */
export const presentFeedItem = (item: Listed, cards: Cards, counts: Counts): FeedItem | null => {
  const reposter = item.repost && cards.get(item.repost.reposterId);
  if (item.repost && !reposter) return null;
  const repostData = item.repost && reposter ? presentRepost(item.repost, reposter) : null;
  const { activityType } = item.place;
  if (item.kind === 'question') return { ...presentQuestion(item.view, cards, counts), activityType, repostData };
  if (item.kind === 'podcast') {
    const podcast = presentPodcast(item.view, cards, counts);
    return podcast && { ...podcast, activityType, repostData };
  }
  const revealCount = countOf(counts, questionRef(item.view.questionId)).boostCount;
  const discussion = presentDiscussion(item.view, cards, counts, { revealCount, parentTitle: item.parentTitle });
  return { ...discussion, activityType, repostData };
};

/**
 * An act in a profile with the content that it was about. A reply given also has its words, as far as its viewer may
 * read them.
 */
export const presentActivityItem = (item: Listed, cards: Cards, counts: Counts): ActivityItem | null => {
  const shown = presentFeedItem(item, cards, counts);
  if (!shown) return null;
  const given = shown.kind === 'answer' && shown.activityType === 'replied' ? shown : null;
  const added = {
    actedAt: item.place.at,
    targetUser: (shown.kind === 'question' && shown.targetUserId !== null && cards.get(shown.targetUserId)) || null,
    replyContent: given?.content ?? null,
    replyBoostThreshold: given?.boostThreshold ?? null,
    replyIsRevealed: given?.isRevealed ?? null,
    replyBoostCount: given?.boostCount ?? null,
    parentId: shown.kind === 'answer' ? shown.questionId : null,
  };
  // A question has a threshold of its own by that name.
  return shown.kind === 'question'
    ? { ...shown, ...added, replyBoostThreshold: shown.replyBoostThreshold }
    : { ...shown, ...added };
};

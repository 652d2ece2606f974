import type { ActivityItem } from '@hearsay/contracts';
import type { Cards, Counts } from './cards-and-counts.js';
import { type Listed, presentFeedItem } from './feed-item.js';

/** An act in a profile: the content that it was about, and for a reply that was given what it says, as far as its viewer may read it. */
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

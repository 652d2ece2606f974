import type { FeedItem, QuestionView } from '@hearsay/contracts';
import type { Cards, Counts } from './cards-and-counts.js';
import { presentQuestion } from './question.js';

/** A question in the feed. */
export const presentFeedItem = (view: QuestionView, cards: Cards, counts: Counts): FeedItem => ({
  ...presentQuestion(view, cards, counts),
  activityType: 'created',
  repostData: null,
});

import { type ContentCounts, type ContentRef, contentKey, type UserCard } from '@hearsay/contracts';

/** User cards by account id. */
export type Cards = ReadonlyMap<string, UserCard>;

/** Counters and the viewer's own boosts, by `contentType:contentId`; unknown content is missing. */
export type Counts = ReadonlyMap<string, ContentCounts>;

export const questionRef = (contentId: string): ContentRef => ({ contentType: 'question', contentId });
export const podcastRef = (contentId: string): ContentRef => ({ contentType: 'podcast', contentId });
export const replyRef = (contentId: string): ContentRef => ({ contentType: 'discussion', contentId });

/** What engagement has not heard of yet has no boosts. */
export const countOf = (counts: Counts, item: ContentRef): { boostCount: number; repostCount: number } =>
  counts.get(contentKey(item)) ?? { boostCount: 0, repostCount: 0 };

import type { FoundText, SearchResult } from '@hearsay/contracts';
import type { Cards } from './content.js';

export const presentSearchResult = (found: FoundText, cards: Cards): SearchResult => ({
  kind: found.kind,
  id: found.id,
  questionId: found.questionId,
  title: found.title,
  excerpt: found.excerpt,
  matches: found.matches,
  boostCount: found.boostCount,
  createdAt: found.createdAt,
  ...(found.at !== undefined && { at: found.at }),
  creator: (!found.isAnonymous && found.authorId !== null && cards.get(found.authorId)) || null,
});

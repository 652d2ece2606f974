import { type FoundText, SearchResult } from '@hearsay/contracts';
import type { Cards } from './content.js';
import { pickPublicFields } from './pick.js';

export const presentSearchResult = (found: FoundText, cards: Cards): SearchResult => ({
  ...pickPublicFields(SearchResult, found),
  creator: (!found.isAnonymous && found.authorId !== null && cards.get(found.authorId)) || null,
});

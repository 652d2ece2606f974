import type { ContentRef, FoundText, SearchResult } from '@hearsay/contracts';
import { type Cards, type Counts, countOf } from './content.js';

const contentTypes = { question: 'question', reply: 'discussion', podcast: 'podcast' } as const;

export const foundRef = ({ kind, id }: FoundText): ContentRef => ({ contentType: contentTypes[kind], contentId: id });

export const presentSearchResult = (found: FoundText, cards: Cards, counts: Counts): SearchResult => ({
  kind: found.kind,
  id: found.id,
  questionId: found.questionId,
  title: found.title,
  excerpt: found.excerpt,
  matches: found.matches,
  boostCount: countOf(counts, foundRef(found)).boostCount,
  createdAt: found.createdAt,
  ...(found.at !== undefined && { at: found.at }),
  creator: (!found.isAnonymous && found.authorId !== null && cards.get(found.authorId)) || null,
});

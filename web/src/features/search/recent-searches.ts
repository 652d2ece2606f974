import * as z from 'zod/mini';
import { loadJsonDraft, saveDraft } from '../../shared/drafts/drafts.ts';

const Kept = z.array(z.string());
const NAME = 'recent-searches';
const MOST_KEPT = 8;

/** Newest first. The searches are stored as a draft, so that a sign-out deletes them. */
export const recentSearches = (): readonly string[] => loadJsonDraft(NAME, Kept) ?? [];

/** Puts the words first. Keeps eight searches and each only once. */
export function saveSearch(words: string): void {
  if (words === '') return;
  const others = recentSearches().filter((kept) => kept !== words);
  saveDraft(NAME, JSON.stringify([words, ...others].slice(0, MOST_KEPT)));
}

export const clearSearches = (): boolean => saveDraft(NAME, null);

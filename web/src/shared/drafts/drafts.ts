import { keep, stored } from '../store/storage.ts';

const PREFIX = 'draft:';

/** What was written under a name and not sent yet; null when nothing was, or when this browser keeps nothing. */
export const loadDraft = (name: string): string | null => stored(PREFIX + name) ?? null;

/** Keeps unsent words: they survive leaving the page and a reload. Null forgets them. */
export const keepDraft = (name: string, words: string | null): boolean => keep(PREFIX + name, words || null);

/** The person leaves this browser: nothing that they wrote may stay, and no name of a file whose upload they began, which tus keeps. */
export function forgetDrafts(): void {
  try {
    for (const key of Object.keys(localStorage)) if (/^(draft|tus:)/.test(key)) localStorage.removeItem(key);
  } catch {
    // Nothing could be kept either.
  }
}

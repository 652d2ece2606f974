import { keep, stored, storedJson } from '../store/storage.ts';

const PREFIX = 'draft:';

/** Null if nothing is stored or storage is unavailable. */
export const loadDraft = (name: string): string | null => stored(PREFIX + name) ?? null;

export const loadJsonDraft = <T>(name: string, schema: { parse(value: unknown): T }): T | null =>
  storedJson(PREFIX + name, schema);

export const keepDraft = (name: string, words: string | null): boolean => keep(PREFIX + name, words || null);

/** Removes the leaving user's words and the file names that tus stores for uploads. */
export function forgetDrafts(): void {
  try {
    for (const key of Object.keys(localStorage)) if (/^(draft|tus:)/.test(key)) localStorage.removeItem(key);
  } catch {
    // Without storage there are no drafts.
  }
}

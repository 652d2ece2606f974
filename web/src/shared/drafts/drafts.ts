import { keep, stored, storedJson } from '../store/storage.ts';

const PREFIX = 'draft:';

/** Null if nothing is stored or storage is unavailable. */
export const loadDraft = (name: string): string | null => stored(PREFIX + name) ?? null;

export const loadJsonDraft = <T>(name: string, schema: { parse(value: unknown): T }): T | null =>
  storedJson(PREFIX + name, schema);

export const keepDraft = (name: string, words: string | null): boolean => keep(PREFIX + name, words || null);

/** Removes the leaving user's words, places in episodes, and the file names that tus stores for uploads. */
export function forgetDrafts(): void {
  try {
    for (const key of Object.keys(localStorage))
      if (/^(draft|heard-up-to|tus:)/.test(key)) localStorage.removeItem(key);
  } catch {
    // Without storage there are no drafts.
  }
}

/** Storage key of the owner's id, absent for a visitor. `forgetDrafts` removes it by its prefix. */
const OWNER = 'drafts-of';
/** Storage key that is set while this browser signs out. `forgetDrafts` removes it by its prefix. */
const LEFT = 'drafts-left';

/** Removes unsent words of another user at a sign-in. Later words belong to this user. */
export function keepDraftsOf(userId: string): void {
  const owner = stored(OWNER) ?? userId;
  if (owner !== userId) forgetDrafts();
  keep(OWNER, userId);
}

/** False after a sign-out and when another user has signed in. */
export function areDraftsOf(userId: string | null): boolean {
  const owner = stored(OWNER);
  return owner === undefined || owner === userId;
}

/** @param isLeaving true when the user signs out here, false when the sign-out has failed */
export const leaveDrafts = (isLeaving: boolean): boolean => keep(LEFT, isLeaving ? 'yes' : null);

export const areDraftsLeft = (): boolean => (stored(LEFT) ?? null) !== null;

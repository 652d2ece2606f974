import { readStored, readStoredJson, writeStored } from '../store/storage.ts';

const PREFIX = 'draft:';

/** Null if nothing is stored or storage is unavailable. */
export const loadDraft = (name: string): string | null => readStored(PREFIX + name) ?? null;

export const loadJsonDraft = <T>(name: string, schema: { parse(value: unknown): T }): T | null =>
  readStoredJson(PREFIX + name, schema);

/** Null or empty words delete the draft. @returns false if storage is full or forbidden */
export const saveDraft = (name: string, words: string | null): boolean => writeStored(PREFIX + name, words || null);

const deletionListeners = new Set<() => void>();

/** `listener` runs before each deletion of drafts, so that it can end what would write drafts again. */
export const beforeDraftsAreDeleted = (listener: () => void): void => void deletionListeners.add(listener);

/** Removes a user's unsent words, positions in episodes, and the file names that tus stores for uploads. */
export function deleteDrafts(): void {
  for (const listener of deletionListeners) listener();
  try {
    for (const key of Object.keys(localStorage))
      if (/^(draft|heard-up-to|tus:)/.test(key)) localStorage.removeItem(key);
  } catch {
    // Without storage there are no drafts.
  }
}

/** Storage key of the owner's id, absent for a visitor. `deleteDrafts` removes it by its prefix. */
const OWNER_KEY = 'drafts-of';
/** Storage key that is set while this browser signs out. `deleteDrafts` removes it by its prefix. */
const SIGNING_OUT_KEY = 'drafts-left';

/** Removes unsent words of another user at a sign-in. Words written after it belong to this user. */
export function claimDraftsFor(userId: string): void {
  const owner = readStored(OWNER_KEY) ?? userId;
  if (owner !== userId) deleteDrafts();
  writeStored(OWNER_KEY, userId);
}

/** False if the user has signed out, or if another user has signed in. */
export function areDraftsOf(userId: string | null): boolean {
  const owner = readStored(OWNER_KEY);
  return owner === undefined || owner === userId;
}

/** @param isLeaving true when the user signs out here, false when the sign-out has failed */
export const setSigningOut = (isLeaving: boolean): boolean => writeStored(SIGNING_OUT_KEY, isLeaving ? 'yes' : null);

/** True while a sign-out of this browser is under way, in any of its tabs. */
export const isSigningOut = (): boolean => (readStored(SIGNING_OUT_KEY) ?? null) !== null;

import { keep, stored } from '../store/storage.ts';
import { forgetDrafts } from './drafts.ts';

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

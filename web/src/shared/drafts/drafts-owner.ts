import { forgetDrafts } from './drafts.ts';

/** Whose words they are; a visitor's are nobody's. It is forgotten with them. */
const OWNER = 'drafts-of';

/** Somebody signs in: what another person has left unsent is not for them, and from now on it is theirs. */
export function keepDraftsOf(userId: string): void {
  try {
    const owner = localStorage.getItem(OWNER);
    if (owner !== null && owner !== userId) forgetDrafts();
    localStorage.setItem(OWNER, userId);
  } catch {
    // Nothing could be kept.
  }
}

/** Whether the unsent words in this browser are this person's: they are not after a sign-out, nor when somebody else has signed in. */
export function areDraftsOf(userId: string | null): boolean {
  try {
    return localStorage.getItem(OWNER) === userId;
  } catch {
    return true;
  }
}

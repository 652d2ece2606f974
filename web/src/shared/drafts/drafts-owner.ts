import { forgetDrafts } from './drafts.ts';

/** Whose words they are; a visitor's are nobody's. It is forgotten with them. */
const OWNER = 'drafts-of';
/** There while this browser signs out. It is forgotten with the words. */
const LEFT = 'drafts-left';

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

/** The person signs out here, or their wish to do so has failed. */
export function leaveDrafts(isLeaving: boolean): void {
  try {
    if (isLeaving) localStorage.setItem(LEFT, 'yes');
    else localStorage.removeItem(LEFT);
  } catch {
    // Nothing could be kept.
  }
}

export function areDraftsLeft(): boolean {
  try {
    return localStorage.getItem(LEFT) !== null;
  } catch {
    return false;
  }
}

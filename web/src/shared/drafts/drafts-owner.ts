import { OWNER } from './drafts.ts';

/** Whether the unsent words in this browser are this person's: they are not after a sign-out, nor when somebody else has signed in. */
export function areDraftsOf(userId: string | null): boolean {
  try {
    return localStorage.getItem(OWNER) === userId;
  } catch {
    return true;
  }
}

import { keep, stored } from '../store/storage.ts';
import { forgetDrafts } from './drafts.ts';

/** Whose words they are; a visitor's are nobody's. It is forgotten with them. */
const OWNER = 'drafts-of';
/** There while this browser signs out. It is forgotten with the words. */
const LEFT = 'drafts-left';

/** Somebody signs in: what another person has left unsent is not for them, and from now on it is theirs. */
export function keepDraftsOf(userId: string): void {
  const owner = stored(OWNER) ?? userId;
  if (owner !== userId) forgetDrafts();
  keep(OWNER, userId);
}

/** Whether the unsent words in this browser are this person's: they are not after a sign-out, nor when somebody else has signed in. */
export function areDraftsOf(userId: string | null): boolean {
  const owner = stored(OWNER);
  return owner === undefined || owner === userId;
}

/** The person signs out here, or their wish to do so has failed. */
export const leaveDrafts = (isLeaving: boolean): boolean => keep(LEFT, isLeaving ? 'yes' : null);

export const areDraftsLeft = (): boolean => (stored(LEFT) ?? null) !== null;

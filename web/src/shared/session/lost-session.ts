import { areDraftsOf, deleteDrafts, isSigningOut } from '../drafts/drafts.ts';
import { writeStored } from '../store/storage.ts';
import { createStore } from '../store/store.ts';
import { closeDialog } from '../ui/dialog-store.ts';

/** Storage key whose change informs other tabs that the session is lost. */
export const LOST_SESSION_KEY = 'session-lost';

const { get: isShown, set, subscribe } = createStore(false);

/** The banner that tells a user about a sign-out that this browser did not ask for. */
export const lostSessionNotice = { subscribe, isShown, show: () => set(true), hide: () => set(false) };

/** Removes unsent words, because a lost phone must not keep them. Shows a notice, but not after a sign-out here. */
export function deleteDraftsOfLostSession(userId: string): void {
  closeDialog();
  if (!areDraftsOf(userId)) return;
  const isWanted = isSigningOut();
  deleteDrafts();
  if (isWanted) return;
  lostSessionNotice.show();
  writeStored(LOST_SESSION_KEY, userId);
  writeStored(LOST_SESSION_KEY, null);
}

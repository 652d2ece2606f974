import { areDraftsLeft, areDraftsOf, forgetDrafts } from '../drafts/drafts.ts';
import { keep } from '../store/storage.ts';
import { createStore } from '../store/store.ts';
import { closeDialog } from '../ui/dialog-store.ts';

/** Storage key that tells other tabs of the loss. */
export const LOST = 'session-lost';

const { get: isShown, set, subscribe } = createStore(false);

export const lossNotice = { subscribe, isShown, show: () => set(true), hide: () => set(false) };

/** Removes unsent words, because a lost phone must not keep them. Shows a notice, but not after a sign-out here. */
export function loseDrafts(userId: string): void {
  closeDialog();
  if (!areDraftsOf(userId)) return;
  const isWanted = areDraftsLeft();
  forgetDrafts();
  if (isWanted) return;
  lossNotice.show();
  keep(LOST, userId);
  keep(LOST, null);
}

import { forgetDrafts } from '../drafts/drafts.ts';
import { areDraftsLeft, areDraftsOf } from '../drafts/drafts-owner.ts';
import { keep } from '../store/storage.ts';
import { createStore } from '../store/store.ts';
import { closeDialog } from '../ui/dialog-store.ts';

/** Other tabs notice the loss by this entry. */
export const LOST = 'session-lost';

const { get: isShown, set, subscribe } = createStore(false);

export const lossNotice = { subscribe, isShown, show: () => set(true), hide: () => set(false) };

/**
 * The server no longer knows this user's session. A lost phone must not keep unsent words, so they are removed. No
 * notice is shown after a sign-out here, or when another tab has removed the words.
 */
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

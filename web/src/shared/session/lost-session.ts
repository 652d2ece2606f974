import { forgetDrafts } from '../drafts/drafts.ts';
import { areDraftsLeft, areDraftsOf } from '../drafts/drafts-owner.ts';
import { keep } from '../store/storage.ts';
import { createStore } from '../store/store.ts';
import { closeDialog } from '../ui/dialog-store.ts';

/** Other tabs hear of it by the change of this entry alone. */
export const LOST = 'session-lost';

const { get: isShown, set, subscribe } = createStore(false);

/** Whether this page says that the session was lost. */
export const lossNotice = { subscribe, isShown, show: () => set(true), hide: () => set(false) };

/**
 * The server knows this person here no more. Their unsent words go, since a lost phone must not keep them. The page says nothing after a
 * sign-out in this browser, nor when another tab has removed the words already.
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

import { forgetDrafts } from '../drafts/drafts.ts';
import { areDraftsLeft, areDraftsOf } from '../drafts/drafts-owner.ts';
import { keep } from '../store/storage.ts';
import { createStore } from '../store/store.ts';
import { closeDialog } from '../ui/dialog-store.ts';

/** Other tabs notice the loss by this entry. */
export const LOST = 'session-lost';

const { get: isShown, set, subscribe } = createStore(false);

export const lossNotice = { subscribe, isShown, show: () => set(true), hide: () => set(false) };

/** The session is gone: a lost phone must not keep unsent words. No notice follows a sign-out in this browser. */
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

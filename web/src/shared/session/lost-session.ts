import { forgetDrafts } from '../drafts/drafts.ts';
import { areDraftsLeft, areDraftsOf } from '../drafts/drafts-owner.ts';
import { closeDialog } from '../ui/dialog-store.ts';

/** Other tabs hear of it by the change of this entry alone. */
export const LOST = 'session-lost';

let isTold = false;
const listeners = new Set<() => void>();

function tell(next: boolean): void {
  isTold = next;
  for (const notify of listeners) notify();
}

/** Whether this page says that the session was lost. */
export const lossNotice = {
  subscribe: (listener: () => void): (() => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  isShown: (): boolean => isTold,
  show: (): void => tell(true),
  hide: (): void => tell(false),
};

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
  try {
    localStorage.setItem(LOST, userId);
    localStorage.removeItem(LOST);
  } catch {
    // Each tab finds out by itself.
  }
}

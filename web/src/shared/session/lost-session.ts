import { closeDialog } from '../dialogs/dialog-store.ts';
import { forgetDrafts } from '../drafts/drafts.ts';
import { areDraftsLeft, areDraftsOf } from '../drafts/drafts-owner.ts';

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
 * The server knows this person here no more. Their unsent words go: a lost phone must not keep them. Who signed out here knows of it,
 * and so does a browser of which another tab was first.
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

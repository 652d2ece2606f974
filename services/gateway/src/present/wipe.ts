import type { Wipe, WipeView } from '@hearsay/contracts';
import type { Cards } from './cards-and-counts.js';

/** Null for a wipe of an account that nobody knows any more. */
export const presentWipe = (view: WipeView, cards: Cards): Wipe | null => {
  const subject = cards.get(view.subjectId);
  if (!subject) return null;
  return {
    wipeId: view.wipeId,
    subject,
    status: view.status,
    done: view.done,
    total: view.total,
    undoUntil: view.undoUntil,
  };
};

import type { PaidAct } from './counted-xp.ts';

/** Keys of acts that are paid once and whose XP this page load has already read. */
const readKeys = new Set<string>();

/**
 * Shows the XP of an own act once the ledger has counted them, at the first visible element of `places`. Never call it
 * for an anonymous act.
 * @param once key of an act that is paid once, so that later acts cause no reads
 */
export async function showEarnedXp(act: PaidAct, places: readonly string[], once?: string): Promise<void> {
  if (once !== undefined) {
    const key = `${act.userId} ${once}`;
    if (readKeys.has(key)) return;
    readKeys.add(key);
  }
  try {
    const [{ readCountedXp }, { firstVisibleElement, animateRisingXp }] = await Promise.all([
      import('./counted-xp.ts'),
      import('./rise.ts'),
    ]);
    const xp = await readCountedXp(act);
    const from = firstVisibleElement(places);
    if (xp > 0 && from) animateRisingXp(from, xp);
  } catch {
    // Ignores code or reads that fail, because the animation is only decoration.
  }
}

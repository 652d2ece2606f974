import type { PaidAct } from './counted-xp.ts';

/** Acts of which the ledger pays only the first, and whose payment was looked for by this page load. */
const lookedFor = new Set<string>();

/**
 * Lets the XP of an own act rise once the ledger has counted them, from the first of `places` in sight. Never call it
 * for an anonymous act.
 * @param once names what is paid once, so that later acts cause no reads
 */
export async function showEarnedXp(act: PaidAct, places: readonly string[], once?: string): Promise<void> {
  if (once !== undefined) {
    const key = `${act.userId} ${once}`;
    if (lookedFor.has(key)) return;
    lookedFor.add(key);
  }
  try {
    const [{ readCountedXp: countedXp }, { firstVisibleElement: firstInSight, animateRisingXp: riseFrom }] =
      await Promise.all([import('./counted-xp.ts'), import('./rise.ts')]);
    const xp = await countedXp(act);
    const from = firstInSight(places);
    if (xp > 0 && from) riseFrom(from, xp);
  } catch {
    // Ignores code or reads that fail, because the animation is only decoration.
  }
}

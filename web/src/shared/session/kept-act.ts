import type { ContentRef } from '@hearsay/contracts';

/** Acts that a visitor may begin and a member finishes. */
export type KeptAct = 'boost' | 'repost' | 'reply';

interface Kept {
  readonly act: KeptAct;
  readonly contentId: string;
  readonly at: number;
}

const KEY = 'act-after-sign-in';
/** Whoever has not signed in by then has changed their mind. */
const KEPT_MS = 15 * 60_000;

/** Remembers what a visitor was about to do, for this tab and a quarter of an hour: it happens when they are signed in and see the thing again. */
export function keepAct(act: KeptAct, { contentId }: Pick<ContentRef, 'contentId'>): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify({ act, contentId, at: Date.now() } satisfies Kept));
  } catch {
    // Then they tap once more.
  }
}

/** Whether this act on this thing was begun before the sign-in; it is told once. */
export function takeKeptAct(act: KeptAct, contentId: string): boolean {
  try {
    const kept: Partial<Kept> | null = JSON.parse(sessionStorage.getItem(KEY) ?? 'null');
    if (kept?.act !== act || kept.contentId !== contentId) return false;
    sessionStorage.removeItem(KEY);
    return Date.now() - (kept.at ?? 0) < KEPT_MS;
  } catch {
    return false;
  }
}

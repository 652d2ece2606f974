import type { ContentRef } from '@hearsay/contracts';

export type KeptAct = 'boost' | 'repost' | 'reply';

interface Kept {
  readonly act: KeptAct;
  readonly contentId: string;
  readonly at: number;
}

const KEY = 'act-after-sign-in';
const KEPT_MS = 15 * 60_000;

/** Kept in this tab. The act happens when the user is signed in and sees the content again. */
export function keepAct(act: KeptAct, { contentId }: Pick<ContentRef, 'contentId'>): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify({ act, contentId, at: Date.now() } satisfies Kept));
  } catch {
    // Without storage the user taps once more.
  }
}

/** True once, if the act was begun before the sign-in. */
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

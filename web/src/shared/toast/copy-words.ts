import { soundTexts } from '../texts/content.ts';
import { openDialog } from '../ui/dialog-store.ts';
import { toast } from './toast.ts';

/** Shows the words in a field if the browser refuses the clipboard, as on plain http or without permission. */
export async function copyWords(words: string, { done, byHand }: { done: string; byHand: string }): Promise<void> {
  try {
    await navigator.clipboard.writeText(words);
    toast.good(done);
  } catch {
    openDialog({ kind: 'copy', title: byHand, words });
  }
}

const linkTo = (path: string): string => new URL(path, window.location.origin).href;

export const copyLink = (path: string): Promise<void> =>
  copyWords(linkTo(path), { done: soundTexts.linkCopied, byHand: soundTexts.linkByHand });

/** Errors of a system's sheet that the user closed, or that is open already. */
const UNASKED = new Set(['AbortError', 'InvalidStateError']);

/** Opens the system's sheet where there is one, else copies the link. */
export async function shareLink(path: string, title: string): Promise<void> {
  if (typeof navigator.share !== 'function') return copyLink(path);
  try {
    await navigator.share({ title, url: linkTo(path) });
  } catch (error) {
    if (!(error instanceof DOMException && UNASKED.has(error.name))) await copyLink(path);
  }
}

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

export const copyLink = (path: string): Promise<void> =>
  copyWords(new URL(path, window.location.origin).href, { done: soundTexts.linkCopied, byHand: soundTexts.linkByHand });

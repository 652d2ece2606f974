import { openDialog } from '../ui/dialog-store.ts';
import { toast } from './toast.ts';

interface CopyTexts {
  readonly done: string;
  /** Above the words where the browser gives no clipboard. */
  readonly byHand: string;
}

/** Copies words. Without a clipboard (plain http, a refused permission) they are shown in a field to copy. */
export async function copyWords(words: string, { done, byHand }: CopyTexts): Promise<void> {
  try {
    await navigator.clipboard.writeText(words);
    toast.good(done);
  } catch {
    openDialog({ kind: 'copy', title: byHand, words });
  }
}

import { openDialog } from '../ui/dialog-store.ts';
import { toast } from './toast.ts';

interface CopyTexts {
  readonly done: string;
  readonly byHand: string;
}

/** Without a clipboard (plain http, a refused permission) a field shows the words to copy. */
export async function copyWords(words: string, { done, byHand }: CopyTexts): Promise<void> {
  try {
    await navigator.clipboard.writeText(words);
    toast.good(done);
  } catch {
    openDialog({ kind: 'copy', title: byHand, words });
  }
}

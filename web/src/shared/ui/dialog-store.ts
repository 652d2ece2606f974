import type { ContentRef, Question } from '@hearsay/contracts';

/** What a visitor was about to do. */
type JoinAct = 'boost' | 'repost';

export type Dialog =
  | {
      readonly kind: 'confirm';
      readonly title: string;
      readonly detail: string | null;
      readonly verb: string;
      readonly answer: (isSure: boolean) => void;
    }
  | { readonly kind: 'report'; readonly item: ContentRef }
  | { readonly kind: 'repost'; readonly item: ContentRef }
  | { readonly kind: 'approve'; readonly question: Question }
  | { readonly kind: 'ask'; readonly targetUserId: string | null }
  | { readonly kind: 'copy'; readonly title: string; readonly words: string }
  | { readonly kind: 'join'; readonly act: JoinAct; readonly item: ContentRef; readonly missing: number };

let shown: Dialog | null = null;
const listeners = new Set<() => void>();

function show(next: Dialog | null): void {
  shown = next;
  for (const notify of listeners) notify();
}

/** Opens a dialog over whatever page is shown. One at a time: another takes the place of the one before, which counts as cancelled. */
export function openDialog(dialog: Dialog): void {
  if (shown?.kind === 'confirm') shown.answer(false);
  show(dialog);
}

export function closeDialog(): void {
  if (shown?.kind === 'confirm') shown.answer(false);
  show(null);
}

/** Asks before an act. @returns whether the person is sure; Escape, Cancel and a tap beside the dialog are no. */
export function askFirst(title: string, verb: string, detail: string | null = null): Promise<boolean> {
  return new Promise((answer) => openDialog({ kind: 'confirm', title, detail, verb, answer }));
}

export const dialogStore = {
  subscribe: (listener: () => void): (() => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  shown: (): Dialog | null => shown,
};

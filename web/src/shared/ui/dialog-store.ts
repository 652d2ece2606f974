import type { ContentRef, Question, ReportedRef } from '@hearsay/contracts';
import type { SharedQuestion } from '../navigation/published-state.ts';
import { createStore } from '../store/store.ts';

export interface AskedPerson {
  readonly id: string;
  readonly username: string;
}

export type Dialog =
  | {
      readonly kind: 'confirm';
      readonly title: string;
      readonly detail: string | null;
      readonly verb: string;
      readonly answer: (isSure: boolean) => void;
    }
  | { readonly kind: 'report'; readonly item: ReportedRef }
  | { readonly kind: 'repost'; readonly item: ContentRef }
  | { readonly kind: 'approve'; readonly question: Question }
  | { readonly kind: 'ask'; readonly target: AskedPerson | null }
  | { readonly kind: 'share'; readonly question: SharedQuestion }
  | { readonly kind: 'lock'; readonly question: Question }
  | { readonly kind: 'copy'; readonly title: string; readonly words: string }
  | { readonly kind: 'join'; readonly act: 'boost' | 'repost'; readonly item: ContentRef; readonly missing: number };

const { get: shown, set, subscribe } = createStore<Dialog | null>(null);

function show(next: Dialog | null): void {
  const before = shown();
  if (before?.kind === 'confirm') before.answer(false);
  set(next);
}

/** Shows one dialog at a time and cancels the previous one. */
export const openDialog = (dialog: Dialog): void => show(dialog);
export const closeDialog = (): void => show(null);

/** @returns true if the user confirms, false for Escape, Cancel and a tap outside */
export function askToConfirm(title: string, verb: string, detail: string | null = null): Promise<boolean> {
  return new Promise((answer) => openDialog({ kind: 'confirm', title, detail, verb, answer }));
}

export const dialogStore = { subscribe, shown };

import { onlineManager } from '@tanstack/react-query';
import { createStore } from '../store/store.ts';
import { formTexts } from '../texts/forms.ts';
import { frameTexts } from '../texts/frame.ts';

export interface Toast {
  readonly id: number;
  readonly title: string;
  readonly description?: string;
  readonly link?: { readonly to: string; readonly label: string };
  readonly tone: 'good' | 'bad';
}

const { get: shown, set: show, subscribe } = createStore<Toast | null>(null);
let count = 0;

/** Shows one toast at a time. A new toast replaces the previous one. */
export const toast = {
  good: (title: string, description?: string, link?: Toast['link']): void =>
    show({ id: ++count, title, description, link, tone: 'good' }),
  bad: (title: string, description?: string): void => show({ id: ++count, title, description, tone: 'bad' }),
  dismiss: (id: number): void => {
    if (shown()?.id === id) show(null);
  },
};

export const toastStore = { subscribe, shown };

/** Tells an offline user that the act waits for the network. Call it for acts without an immediate effect. */
export function sayIfItWaits(): void {
  if (!onlineManager.isOnline()) toast.good(frameTexts.offline, formTexts.sentLater);
}

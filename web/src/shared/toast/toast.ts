import { onlineManager } from '@tanstack/react-query';
import { createStore } from '../store/store.ts';
import { formTexts } from '../texts/forms.ts';
import { frameTexts } from '../texts/frame.ts';

/** A link, or a button that acts. Both close the toast. */
export type ToastAct = { readonly label: string } & ({ readonly to: string } | { readonly onPress: () => unknown });

export interface Toast {
  readonly id: number;
  readonly title: string;
  readonly description?: string;
  readonly tone: 'good' | 'bad';
  readonly acts?: readonly ToastAct[];
}

const { get: shown, set: show, subscribe } = createStore<Toast | null>(null);
let count = 0;

/** Shows one toast at a time. A new toast replaces the previous one. */
export const toast = {
  good: (title: string, description?: string, acts?: readonly ToastAct[]): void =>
    show({ id: ++count, title, description, tone: 'good', acts }),
  bad: (title: string, description?: string): void => show({ id: ++count, title, description, tone: 'bad' }),
  dismiss: (id: number): void => {
    if (shown()?.id === id) show(null);
  },
};

export const toastStore = { subscribe, shown };

/** Tells an offline user that the act waits for the network. Call it for acts without an immediate effect. */
export function toastIfOffline(): void {
  if (!onlineManager.isOnline()) toast.good(frameTexts.offline, formTexts.sentLater);
}

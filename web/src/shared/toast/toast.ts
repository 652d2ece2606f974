export interface Toast {
  readonly id: number;
  readonly title: string;
  readonly description?: string;
  readonly tone: 'good' | 'bad';
}

let shown: Toast | null = null;
let count = 0;
const listeners = new Set<() => void>();

function show(next: Toast | null): void {
  shown = next;
  for (const notify of listeners) notify();
}

/** Shows the result of an act. One toast at a time: the newest replaces the one before. */
export const toast = {
  good: (title: string, description?: string): void => show({ id: ++count, title, description, tone: 'good' }),
  bad: (title: string, description?: string): void => show({ id: ++count, title, description, tone: 'bad' }),
  dismiss: (id: number): void => {
    if (shown?.id === id) show(null);
  },
};

export const toastStore = {
  subscribe: (listener: () => void): (() => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  shown: (): Toast | null => shown,
};

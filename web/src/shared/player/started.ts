import { keepPageWhile } from '../errors/kept-page.ts';
import type { Sound } from './sound.ts';

let sound: Sound | null = null;
const listeners = new Set<() => void>();
keepPageWhile(() => sound !== null);

/** The one episode that people listen to, playing or paused on its way; it outlives the page that it was started on. */
export const started = {
  current: (): Sound | null => sound,
  become: (next: Sound | null): void => {
    sound = next;
    for (const notify of listeners) notify();
  },
  subscribe: (listener: () => void): (() => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};

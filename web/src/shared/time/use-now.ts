import { useSyncExternalStore } from 'react';

/** How often labels of time are drawn anew. */
const TICK_MS = 30_000;
/** By how much the clock may be wrong before its first label sets it: React asks it several times while it draws. */
const AGREED_MS = 1000;
let now = Date.now();
let timer: ReturnType<typeof setInterval> | undefined;
const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  timer ??= setInterval(() => {
    now = Date.now();
    for (const notify of listeners) notify();
  }, TICK_MS);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

/** While no label is there nothing moves the clock: the first one to come does. All that are drawn with it find it as it set it. */
function read(): number {
  if (timer === undefined && Math.abs(Date.now() - now) > AGREED_MS) now = Date.now();
  return now;
}

/** Milliseconds since 1970, moving on every half minute: one clock for all labels of the page. */
export const useNow = (): number => useSyncExternalStore(subscribe, read);

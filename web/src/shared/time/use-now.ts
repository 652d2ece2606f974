import { useSyncExternalStore } from 'react';
import { onTimeSet, serverNow } from './server-clock.ts';

/** How often labels of time are drawn anew. */
const TICK_MS = 30_000;
/** By how much the clock may be wrong before its first label sets it: React asks it several times while it draws. */
const AGREED_MS = 1000;
let now = serverNow();
let timer: ReturnType<typeof setInterval> | undefined;
const listeners = new Set<() => void>();

const tick = () => {
  now = serverNow();
  for (const notify of listeners) notify();
};
onTimeSet(tick);

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  timer ??= setInterval(tick, TICK_MS);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

/** While no label is there nothing moves the clock: the first one to come does. All that are drawn with it find it as it set it. */
function read(): number {
  if (timer === undefined && Math.abs(serverNow() - now) > AGREED_MS) now = serverNow();
  return now;
}

/** Milliseconds since 1970 by the server's clock, moving on every half minute: one clock for all labels of the page. */
export const useNow = (): number => useSyncExternalStore(subscribe, read);

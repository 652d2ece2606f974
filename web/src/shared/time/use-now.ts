import { useSyncExternalStore } from 'react';
import { onServerTimeChange, serverNow } from './server-clock.ts';

const TICK_MS = 30_000;
/** A stopped clock is set again only above this error, because all reads of one render must agree. */
const TOLERATED_MS = 1000;
let now = serverNow();
let timer: ReturnType<typeof setInterval> | undefined;
const listeners = new Set<() => void>();

const tick = () => {
  now = serverNow();
  for (const notify of listeners) notify();
};
onServerTimeChange(tick);

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

/**
 * Without labels the clock does not run, so the first label sets it. All labels of the same render get the same value.
 */
function read(): number {
  if (timer === undefined && Math.abs(serverNow() - now) > TOLERATED_MS) now = serverNow();
  return now;
}

/** Server time in milliseconds, updated every half minute. All labels share it. */
export const useNow = (): number => useSyncExternalStore(subscribe, read);

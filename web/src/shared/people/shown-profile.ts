import { useEffect, useSyncExternalStore } from 'react';

let shown: string | null = null;
const listeners = new Set<() => void>();

function show(username: string | null): void {
  shown = username;
  for (const notify of listeners) notify();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Says whose profile is on the page, so that the shell can offer to ask that person; one's own counts as nobody's. */
export function useShowProfile(username: string | null): void {
  useEffect(() => {
    show(username);
    return () => show(null);
  }, [username]);
}

/** The name of the other person whose profile is on the page, or null. */
export const useShownProfile = (): string | null => useSyncExternalStore(subscribe, () => shown);

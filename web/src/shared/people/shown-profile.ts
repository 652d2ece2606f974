import { useEffect, useSyncExternalStore } from 'react';
import { createStore } from '../store/store.ts';

const shown = createStore<string | null>(null);

/** Says whose profile is on the page, so that the shell can offer to ask that person; one's own counts as nobody's. */
export function useShowProfile(username: string | null): void {
  useEffect(() => {
    shown.set(username);
    return () => shown.set(null);
  }, [username]);
}

/** The name of the other person whose profile is on the page, or null. */
export const useShownProfile = (): string | null => useSyncExternalStore(shown.subscribe, shown.get);

import { useEffect, useSyncExternalStore } from 'react';
import { createStore } from '../store/store.ts';

const shown = createStore<string | null>(null);

/** Tells the shell whose profile is shown, so that it can offer to ask. Null for the viewer's own. */
export function useShowProfile(username: string | null): void {
  useEffect(() => {
    shown.set(username);
    return () => shown.set(null);
  }, [username]);
}

export const useShownProfile = (): string | null => useSyncExternalStore(shown.subscribe, shown.get);

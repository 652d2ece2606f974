import { useEffect, useSyncExternalStore } from 'react';
import { createStore } from '../store/store.ts';

const shown = createStore<string | null>(null);

/** Tells the shell which profile is shown, so that its button can ask this person. Null for the own profile. */
export function useReportShownProfile(username: string | null): void {
  useEffect(() => {
    shown.set(username);
    return () => shown.set(null);
  }, [username]);
}

/** Username of the person whose profile is open. Null elsewhere, and on the own profile. */
export const useShownProfile = (): string | null => useSyncExternalStore(shown.subscribe, shown.get);

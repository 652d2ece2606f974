import { useSyncExternalStore } from 'react';
import { keep, stored } from '../store/storage.ts';

export const themes = ['dark', 'light', 'system'] as const;
export type Theme = (typeof themes)[number];

const KEY = 'theme';
const listeners = new Set<() => void>();

/** What was chosen while this page is open: a storage that is full or forbidden keeps nothing of it. */
let ofVisit: string | null = null;

function chosen(): Theme {
  const value = ofVisit ?? stored(KEY);
  return themes.find((theme) => theme === value) ?? 'dark';
}

/** Keeps the choice; `start/start.js`, which has drawn the first paint, applies it. */
export function chooseTheme(theme: Theme): void {
  ofVisit = theme;
  keep(KEY, theme);
  // Storage events reach other tabs only; this one is told by hand.
  window.dispatchEvent(new StorageEvent('storage', { key: KEY, newValue: theme }));
  for (const notify of listeners) notify();
}

function subscribe(listener: () => void): () => void {
  const chosenElsewhere = ({ key, newValue }: StorageEvent) => {
    if (key === KEY) ofVisit = newValue;
    listener();
  };
  listeners.add(listener);
  window.addEventListener('storage', chosenElsewhere);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', chosenElsewhere);
  };
}

/** The chosen theme of this browser; dark until one chooses. */
export const useTheme = (): Theme => useSyncExternalStore(subscribe, chosen);

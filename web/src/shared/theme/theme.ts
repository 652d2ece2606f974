import { useSyncExternalStore } from 'react';
import { keep, stored } from '../store/storage.ts';

export const themes = ['dark', 'light', 'system'] as const;
export type Theme = (typeof themes)[number];

const KEY = 'theme';
const listeners = new Set<() => void>();

/** Choice of this page load, for a storage that is full or forbidden. */
let ofVisit: string | null = null;

function chosen(): Theme {
  const value = ofVisit ?? stored(KEY);
  return themes.find((theme) => theme === value) ?? 'dark';
}

/** `start/start.js`, which drew the first paint, applies the stored choice. */
export function chooseTheme(theme: Theme): void {
  ofVisit = theme;
  keep(KEY, theme);
  // Storage events reach only other tabs, so this tab sends its own.
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

export const useTheme = (): Theme => useSyncExternalStore(subscribe, chosen);

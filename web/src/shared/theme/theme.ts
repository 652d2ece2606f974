import { useSyncExternalStore } from 'react';
import { readStored, writeStored } from '../store/storage.ts';
import { createStore } from '../store/store.ts';

export const themes = ['dark', 'light', 'system'] as const;
export type Theme = (typeof themes)[number];

const KEY = 'theme';

/** The theme chosen since the page loaded. Needed if storage is full or forbidden. */
const ofVisit = createStore<string | null>(null);
window.addEventListener('storage', ({ key, newValue }) => ofVisit.set(key === KEY ? newValue : ofVisit.get()));

function chosen(): Theme {
  const value = ofVisit.get() ?? readStored(KEY);
  return themes.find((theme) => theme === value) ?? 'dark';
}

/** Stores the choice. `start/start.js`, which also themes the first paint, applies it. */
export function chooseTheme(theme: Theme): void {
  writeStored(KEY, theme);
  // Storage events reach only other tabs, so this tab sends its own event.
  window.dispatchEvent(new StorageEvent('storage', { key: KEY, newValue: theme }));
}

export const useTheme = (): Theme => useSyncExternalStore(ofVisit.subscribe, chosen);

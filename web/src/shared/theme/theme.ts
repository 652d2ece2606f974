import { useSyncExternalStore } from 'react';

export const themes = ['dark', 'light', 'system'] as const;
export type Theme = (typeof themes)[number];

const KEY = 'theme';
const listeners = new Set<() => void>();

function stored(): Theme {
  try {
    const value = localStorage.getItem(KEY);
    return themes.find((theme) => theme === value) ?? 'dark';
  } catch {
    return 'dark';
  }
}

/** Keeps the choice; `start/start.js`, which has drawn the first paint, applies it. */
export function chooseTheme(theme: Theme): void {
  try {
    localStorage.setItem(KEY, theme);
  } catch {
    // Applied for this page load at least.
  }
  // Storage events reach other tabs only; this one is told by hand.
  window.dispatchEvent(new StorageEvent('storage', { key: KEY, newValue: theme }));
  for (const notify of listeners) notify();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', listener);
  };
}

/** The chosen theme of this browser; dark until one chooses. */
export const useTheme = (): Theme => useSyncExternalStore(subscribe, stored);

import { buildName } from './build-name.ts';
import { isPageKept } from './kept-page.ts';
import { reloadPage } from './reload-page.ts';

const KEY = 'reloaded-for-build';

/**
 * A file of the app is gone: most likely a newer build has taken its place, so the page is loaded anew. Once for each build: when that
 * did not help, or would cut or lose something, the failure is shown. @returns whether the page is being loaded anew
 */
function reloadForNewBuild(): boolean {
  try {
    if (!navigator.onLine || isPageKept() || sessionStorage.getItem(KEY) === buildName) return false;
    sessionStorage.setItem(KEY, buildName);
  } catch {
    // Without a memory it could go round and round.
    return false;
  }
  reloadPage();
  return true;
}

/** Loads code of the app; a page whose build is gone is loaded anew instead of failing. */
export async function loadCode<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch (error) {
    if (reloadForNewBuild()) return new Promise<never>(() => undefined);
    throw error;
  }
}

let isReplaced = false;

/** Notices when the service worker has put a newer build in place while this one still runs. */
export function watchForNewBuild(): void {
  const workers = navigator.serviceWorker;
  let before = workers?.controller;
  workers?.addEventListener('controllerchange', () => {
    // The first worker of a browser replaces nothing.
    if (before) isReplaced = true;
    before = workers.controller;
  });
}

/** Whether the next page should be loaded from the server: a newer build is in place. */
export const isBuildReplaced = (): boolean => isReplaced;

import { buildName } from './build-name.ts';
import { isPageKept } from './kept-page.ts';
import { reloadPage } from './reload-page.ts';

const KEY = 'reloaded-for-build';
/** How long the server may take to say which build it has. */
const ASKED_MS = 10_000;

/** Whether the server has another build than this page's: a file may also be lost on its way. */
async function isReleased(): Promise<boolean> {
  const response = await fetch('/', { cache: 'no-store', signal: AbortSignal.timeout(ASKED_MS) });
  return response.ok && !(await response.text()).includes(`/${buildName}`);
}

/**
 * A file of the app is gone. If a newer build has taken its place, the page is loaded anew, once for each build: when that
 * did not help, or would cut or lose something, the failure is shown. @returns whether the page is being loaded anew
 */
async function reloadForNewBuild(): Promise<boolean> {
  try {
    if (!navigator.onLine || sessionStorage.getItem(KEY) === buildName || !(await isReleased()) || isPageKept())
      return false;
    sessionStorage.setItem(KEY, buildName);
  } catch {
    // Without a memory it could go round and round; without the server nothing would be there.
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
    if (await reloadForNewBuild()) return new Promise<never>(() => undefined);
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

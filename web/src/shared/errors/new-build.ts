import { buildName } from './build-name.ts';
import { isPageKept } from './kept-page.ts';
import { reloadPage } from './reload-page.ts';

const KEY = 'reloaded-for-build';
const ASKED_MS = 10_000;

/** Compares builds, because a file may also get lost on its way. */
async function isReleased(): Promise<boolean> {
  const response = await fetch('/', { cache: 'no-store', signal: AbortSignal.timeout(ASKED_MS) });
  return response.ok && !(await response.text()).includes(`/${buildName}`);
}

/** Reloads once per build, if a newer one replaced the missing file and nothing is lost. @returns whether it does */
async function reloadForNewBuild(): Promise<boolean> {
  try {
    if (!navigator.onLine || sessionStorage.getItem(KEY) === buildName || !(await isReleased()) || isPageKept())
      return false;
    sessionStorage.setItem(KEY, buildName);
  } catch {
    // Without storage it could reload for ever. Without a server nothing would load.
    return false;
  }
  reloadPage();
  return true;
}

/** If the build of this page is gone, the page reloads instead of failing. */
export async function loadCode<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch (error) {
    if (await reloadForNewBuild()) return new Promise<never>(() => undefined);
    throw error;
  }
}

let isReplaced = false;

export function watchForNewBuild(): void {
  const workers = navigator.serviceWorker;
  let before = workers?.controller;
  workers?.addEventListener('controllerchange', () => {
    if (before) isReplaced = true;
    before = workers.controller;
  });
}

export const isBuildReplaced = (): boolean => isReplaced;

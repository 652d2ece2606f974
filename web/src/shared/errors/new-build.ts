import { isReloadBlocked } from './block-reload.ts';
import { reloadPage } from './reload-page.ts';

const KEY = 'reloaded-for-build';
const ASKED_MS = 10_000;

/** True if the server has another build. If it has the same build, a file has failed to load because of the network. */
async function isReleased(): Promise<boolean> {
  const response = await fetch('/', { cache: 'no-store', signal: AbortSignal.timeout(ASKED_MS) });
  return response.ok && !(await response.text()).includes(`/${buildName}`);
}

/** Reloads once per build, if a newer build has replaced it and a reload loses no data. @returns true if it reloads */
async function reloadForNewBuild(): Promise<boolean> {
  try {
    if (!navigator.onLine || sessionStorage.getItem(KEY) === buildName || !(await isReleased()) || isReloadBlocked())
      return false;
    sessionStorage.setItem(KEY, buildName);
  } catch {
    // Without storage the page could reload again and again. Without a server the reload would show no page.
    return false;
  }
  reloadPage();
  return true;
}

/** Reloads the page instead of failing if the server no longer has the page's build. */
export async function loadCode<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch (error) {
    if (await reloadForNewBuild()) return new Promise<never>(() => undefined);
    throw error;
  }
}

let isReplaced = false;

/** Call it once at the start. `isBuildReplaced` then tells whether a new service worker has taken over. */
export function watchForNewBuild(): void {
  const workers = navigator.serviceWorker;
  let before = workers?.controller;
  workers?.addEventListener('controllerchange', () => {
    if (before) isReplaced = true;
    before = workers.controller;
  });
}

export const isBuildReplaced = (): boolean => isReplaced;

/** Name of the app's entry file, which changes with every build. */
export const buildName: string =
  [...document.scripts]
    .map(({ type, src }) => (type === 'module' ? (src.split('/').at(-1)?.split('?')[0] ?? '') : ''))
    .find(Boolean) ?? 'unknown';

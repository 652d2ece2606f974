import { useEffect } from 'react';
import { useLocation, useNavigationType } from 'react-router';
import { isReloadBlocked } from '../shared/errors/block-reload.ts';
import { isBuildReplaced } from '../shared/errors/new-build.ts';
import { reloadPage } from '../shared/errors/reload-page.ts';

/** Interval of checks for a newer build. Browsers check by themselves only when a document opens. */
const CHECK_EVERY_MS = 30 * 60_000;

/** Checks for a newer build, and reloads the page at the next navigation after one. Back does not reload. */
export function useNewBuild(): void {
  const { pathname } = useLocation();
  const kind = useNavigationType();
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once per path.
  useEffect(() => {
    // Does not reload when the user goes back, because a reload would lose the place in a list.
    if (kind !== 'POP' && isBuildReplaced() && !isReloadBlocked()) reloadPage();
  }, [pathname]);

  useEffect(() => {
    let lookedAt = performance.now();
    const look = () => {
      if (document.visibilityState !== 'visible' || performance.now() - lookedAt < CHECK_EVERY_MS) return;
      lookedAt = performance.now();
      const found = navigator.serviceWorker?.getRegistration();
      found?.then((registration) => registration?.update()).catch(() => undefined);
    };
    const timer = setInterval(look, CHECK_EVERY_MS);
    document.addEventListener('visibilitychange', look);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', look);
    };
  }, []);
}

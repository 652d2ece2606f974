import type { QueryClient } from '@tanstack/react-query';
import { queryKeys } from '../api/query-keys.ts';

/** The service worker's offline cache: see `runtimeCaching` in `vite.config.ts`. */
const KEPT = 'last-feed';

/** Removes everything that was read, from the page and the offline cache. The next user must not see it. */
export function forgetAnswers(client: QueryClient): void {
  // `caches` exists on secure pages only.
  if ('caches' in globalThis) void caches.delete(KEPT);
  // The session's own query stays, because the whole app watches it.
  client.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== queryKeys.session[0] });
}

import type { QueryClient } from '@tanstack/react-query';
import { queryKeys } from '../api/query-keys.ts';

/** What the service worker keeps to be read without a network: see `runtimeCaching` in `vite.config.ts`. */
const KEPT = 'last-feed';

/** Takes away what was read, in the page and there: what one person has read is nothing for the next. */
export function forgetAnswers(client: QueryClient): void {
  // Browsers have it on secure pages only.
  if ('caches' in globalThis) void caches.delete(KEPT);
  // The session's own query stays: the whole app watches it.
  client.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== queryKeys.session[0] });
}

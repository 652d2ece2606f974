/** What the service worker keeps to be read without a network: see `runtimeCaching` in `vite.config.ts`. */
const KEPT = 'last-feed';

/** Takes it away: what one person has read is nothing for the next. */
export function forgetKeptAnswers(): void {
  // Browsers have it on secure pages only.
  if ('caches' in globalThis) void caches.delete(KEPT);
}

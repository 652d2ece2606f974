/** Paths whose responses the service worker may have cached days ago (`runtimeCaching` in `vite.config.ts`). */
const CACHED_PATHS = /^\/api\/feed\?/;
/** Tolerated difference, because the `Date` header has whole seconds and an answer takes time. */
const TOLERATED_MS = 2000;

/** Latest time from the server, and its arrival by the monotonic clock, in milliseconds. */
let latest: { readonly server: number; readonly at: number } | null = null;
const listeners = new Set<() => void>();

/** The server's time, because phone clocks can be hours off. Before the first answer, the browser's time. */
export const serverNow = (): number => (latest ? latest.server + (performance.now() - latest.at) : Date.now());

/** Ignores a time that is earlier than the known time, as in a late response. */
export function updateServerClock(path: string, headers: Headers): void {
  const server = Date.parse(headers.get('Date') ?? '');
  if (Number.isNaN(server) || CACHED_PATHS.test(path)) return;
  const before = serverNow();
  if (latest && server <= before) return;
  latest = { server, at: performance.now() };
  if (Math.abs(server - before) > TOLERATED_MS) for (const notify of listeners) notify();
}

/** @param listener called when the server's time differs from the assumed time. @returns the cleanup */
export function onServerTimeChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

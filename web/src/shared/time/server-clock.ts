/** What the service worker may answer from an earlier day (`runtimeCaching` in `vite.config.ts`). */
const KEPT = /^\/api\/feed\?/;
/** The header counts whole seconds, and an answer takes a moment. */
const AGREED_MS = 2000;

/** The latest instant that the server has told of, and when that was by the clock of this page, which nobody can set. Milliseconds. */
let heard: { readonly server: number; readonly at: number } | null = null;
const listeners = new Set<() => void>();

/** The time as the server has it: clocks of phones are hours off. Until the server has answered, that of this browser. */
export const serverNow = (): number => (heard ? heard.server + (performance.now() - heard.at) : Date.now());

/** Takes the server's time from an answer. What was answered earlier than is known already says nothing new. */
export function hearServerTime(path: string, headers: Headers): void {
  const server = Date.parse(headers.get('Date') ?? '');
  if (Number.isNaN(server) || KEPT.test(path)) return;
  const before = serverNow();
  if (heard && server <= before) return;
  heard = { server, at: performance.now() };
  if (Math.abs(server - before) > AGREED_MS) for (const notify of listeners) notify();
}

/** Tells when the time has turned out to be another than thought. @returns what ends that */
export function onTimeSet(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

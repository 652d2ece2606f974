declare global {
  interface Window {
    /** Reads that `start/start.js` began before the app's code, by path; null after a network failure. */
    earlyReads?: Map<string, Promise<Response | null>>;
  }
}

/** Milliseconds since the page opened. Later, an early answer is stale. */
const TAKEN_WITHIN_MS = 15_000;

export async function takeEarlyRead(path: string): Promise<Response | null> {
  const early = window.earlyReads?.get(path);
  if (!early) return null;
  window.earlyReads?.delete(path);
  return performance.now() < TAKEN_WITHIN_MS ? early : null;
}

declare global {
  interface Window {
    /** What the document has asked for before the app's code was there (`start/start.js`), by path; null where the network failed. */
    earlyReads?: Map<string, Promise<Response | null>>;
  }
}

/** An early answer is of the moment in which the page was opened: whoever asks later asks anew. Milliseconds since then. */
const TAKEN_WITHIN_MS = 15_000;

/** The answer to a read that the document has begun already; each is given once. */
export async function takeEarlyRead(path: string): Promise<Response | null> {
  const early = window.earlyReads?.get(path);
  if (!early) return null;
  window.earlyReads?.delete(path);
  return performance.now() < TAKEN_WITHIN_MS ? early : null;
}

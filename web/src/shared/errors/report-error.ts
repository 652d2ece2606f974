import { ApiError } from '../api/api-error.ts';
import { buildName } from './build-name.ts';

const MOST_REPORTS = 10;

const told = new Set<string>();
let pageNow = '/';

export function setReportedPage(pattern: string): void {
  pageNow = pattern;
}

/** Reports each error of the app once. Refused calls and network failures are none. */
export async function reportError(error: unknown): Promise<void> {
  if (error instanceof ApiError || !navigator.onLine || isLostNetwork(error)) return;
  const page = pageNow;
  // Loaded after an error. A lost network reports nothing anyway.
  const found = await import('./error-report.ts').catch(() => null);
  if (!found) return;
  const report = found.errorReport(error, page, buildName);
  const key = JSON.stringify(report);
  if (told.has(key) || told.size >= MOST_REPORTS) return;
  told.add(key);
  fetch('/api/client-errors', {
    method: 'POST',
    credentials: 'omit',
    keepalive: true,
    headers: { 'Content-Type': 'application/json' },
    body: key,
  }).catch(() => undefined);
}

const ENDED = ['AbortError', 'TimeoutError'];

/** Messages of Chrome, Safari and Firefox for failed calls and code. The last is Vite's for a style sheet. */
const LOST_NETWORK =
  /^(Failed to fetch|Load failed|Importing a module script failed|NetworkError|error loading dynamically imported module|Unable to preload CSS)/;

/** Browsers throw a TypeError without a frame in our code. */
const isLostNetwork = (error: unknown): boolean =>
  error instanceof Error && (ENDED.includes(error.name) || LOST_NETWORK.test(error.message));

export function reportUncaught(): void {
  window.addEventListener('error', (event) => event.error && void reportError(event.error));
  window.addEventListener('unhandledrejection', (event) => void reportError(event.reason));
}

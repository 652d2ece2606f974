import { ApiError } from '../api/api-error.ts';
import { buildName } from './build-name.ts';

/** How many failures one page load tells at most: the first ones say it. */
const MOST_REPORTS = 10;

const told = new Set<string>();
let pageNow = '/';

/** The page that failures belong to from now on, as a pattern. */
export function setReportedPage(pattern: string): void {
  pageNow = pattern;
}

/** Tells the gateway of a failure of the app itself, once each. Refused calls and a lost network are none. */
export async function reportError(error: unknown): Promise<void> {
  if (error instanceof ApiError || !navigator.onLine || isLostNetwork(error)) return;
  const page = pageNow;
  // How it is told is loaded when something has failed; a network that is lost by then tells nothing either.
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

/** A read whose page was left, or whose deadline has passed. */
const ENDED = ['AbortError', 'TimeoutError'];

/** How Chrome, Safari and Firefox begin to say it, of a call and of a page's code; the last is Vite's, of a page's style sheet. */
const LOST_NETWORK =
  /^(Failed to fetch|Load failed|Importing a module script failed|NetworkError|error loading dynamically imported module|Unable to preload CSS)/;

/** Browsers throw it as a TypeError without a place in our code. */
const isLostNetwork = (error: unknown): boolean =>
  error instanceof Error && (ENDED.includes(error.name) || LOST_NETWORK.test(error.message));

/** Tells what nobody has caught. */
export function reportUncaught(): void {
  window.addEventListener('error', (event) => event.error && void reportError(event.error));
  window.addEventListener('unhandledrejection', (event) => void reportError(event.reason));
}

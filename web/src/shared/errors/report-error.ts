import { ApiError } from '../api/api-client.ts';
import { buildName } from './new-build.ts';

const MOST_REPORTS = 10;

const told = new Set<string>();
let pageNow = '/';

/** @param pattern route of the shown page, such as `/question/:id`, without ids of content */
export function setReportedPage(pattern: string): void {
  pageNow = pattern;
}

/** Reports each error once. Does not report refused calls and network failures. */
export async function reportError(error: unknown): Promise<void> {
  if (error instanceof ApiError || !navigator.onLine || isLostNetwork(error)) return;
  const page = pageNow;
  // Loads only after an error. Without a network no report could be sent anyway.
  const found = await import('./error-report.ts').catch(() => null);
  if (!found) return;
  const report = found.buildErrorReport(error, page, buildName);
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

/** Messages of Chrome, Safari and Firefox for failed calls and modules, then Vite's message for a style sheet. */
const LOST_NETWORK =
  /^(Failed to fetch|Load failed|Importing a module script failed|NetworkError|error loading dynamically imported module|Unable to preload CSS)/;

/** Recognises network failures by their message, because browsers throw a plain TypeError. */
const isLostNetwork = (error: unknown): boolean =>
  error instanceof Error && (ENDED.includes(error.name) || LOST_NETWORK.test(error.message));

export function reportUncaughtErrors(): void {
  window.addEventListener('error', (event) => event.error && void reportError(event.error));
  window.addEventListener('unhandledrejection', (event) => void reportError(event.reason));
}

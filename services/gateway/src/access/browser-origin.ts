import type { IncomingHttpHeaders } from 'node:http';

const hostOf = (origin: string): string | null => {
  try {
    return new URL(origin).host;
  } catch {
    return null;
  }
};

/** Whether an Origin header names this host; `null` and nonsense never do. */
export const isOwnOrigin = (origin: string, host: string | undefined): boolean =>
  host !== undefined && hostOf(origin) === host.toLowerCase();

/**
 * Whether an unsafe request comes from our own pages or from no browser at all: `Sec-Fetch-Site: same-origin`, else an Origin
 * equal to the Host, else neither header.
 */
export const isFromOwnPages = (headers: IncomingHttpHeaders, hostOfRequest: () => string | undefined): boolean => {
  const site = headers['sec-fetch-site'];
  if (site === 'same-origin') return true;
  if (headers.origin !== undefined) return isOwnOrigin(headers.origin, hostOfRequest());
  return site === undefined;
};

import type { IncomingHttpHeaders } from 'node:http';
import type { ClientConnection } from './client-connections.js';

/** Where a browser believes to be: scheme and host. */
export type OwnSite = Pick<ClientConnection, 'host' | 'isOverTls'>;

const originOf = (text: string): string | null => {
  try {
    return new URL(text).origin;
  } catch {
    return null;
  }
};

/** Whether an Origin header names this site, its scheme included (RFC 6454, section 5). `null` and nonsense never do. */
export const isOwnOrigin = (origin: string, { host, isOverTls }: OwnSite): boolean =>
  host !== '' && /^https?:/i.test(origin) && originOf(origin) === originOf(`${isOverTls ? 'https' : 'http'}://${host}`);

/**
 * Whether an unsafe request comes from our own pages or from no browser at all: `Sec-Fetch-Site: same-origin`, else an Origin
 * equal to the site, else neither header.
 */
export const isFromOwnPages = (headers: IncomingHttpHeaders, site: OwnSite): boolean => {
  const from = headers['sec-fetch-site'];
  if (from === 'same-origin') return true;
  if (headers.origin !== undefined) return isOwnOrigin(headers.origin, site);
  return from === undefined;
};

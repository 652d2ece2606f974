import type { IncomingHttpHeaders } from 'node:http';
import { Refusal } from '@hearsay/contracts';
import type { Logger } from '@hearsay/service-runtime';
import type { ClientConnection } from './client-connections.js';

type OwnSite = Pick<ClientConnection, 'host' | 'isOverTls'>;

const originOf = (text: string): string | undefined => URL.parse(text)?.origin;

/** True if the Origin has the scheme, host and port of this site (RFC 6454, section 5). */
export const isOwnOrigin = (origin: string, { host, isOverTls }: OwnSite): boolean =>
  host !== '' && /^https?:/i.test(origin) && originOf(origin) === originOf(`${isOverTls ? 'https' : 'http'}://${host}`);

/** Checks `Sec-Fetch-Site`, then Origin. Returns true without both headers, because every browser sends one of them. */
export const isFromOwnPages = (headers: IncomingHttpHeaders, site: OwnSite): boolean => {
  const from = headers['sec-fetch-site'];
  if (from === 'same-origin') return true;
  if (headers.origin !== undefined) return isOwnOrigin(headers.origin, site);
  return from === undefined;
};

const lineEveryMs = 60_000;
const maxCharacters = 200;

/**
 * Refuses requests from other sites. Logs at most one line a minute, because behind a misconfigured proxy the requests
 * of the gateway's own pages look foreign.
 */
export class OriginCheck {
  #refused = 0;
  #last = { origin: '', host: '', isOverTls: false };
  #isQuiet = false;

  constructor(private readonly log: Pick<Logger, 'warn'>) {}

  /** @throws Refusal `forbidden` */
  checkUnsafeRequest(headers: IncomingHttpHeaders, site: OwnSite): void {
    if (isFromOwnPages(headers, site)) return;
    this.#note(headers, site);
    throw new Refusal('forbidden', 'This request comes from another site');
  }

  /** @throws Refusal `forbidden` */
  checkSocket(headers: IncomingHttpHeaders, site: OwnSite): void {
    if (headers.origin === undefined || isOwnOrigin(headers.origin, site)) return;
    this.#note(headers, site);
    throw new Refusal('forbidden', 'This socket comes from another site');
  }

  /**
   * Leaves out requests that the browser itself calls `cross-site`, because no misconfigured proxy has caused them.
   */
  #note(headers: IncomingHttpHeaders, { host, isOverTls }: OwnSite): void {
    const { origin } = headers;
    if (origin === undefined || origin === 'null' || headers['sec-fetch-site'] === 'cross-site') return;
    this.#refused += 1;
    this.#last = { origin: origin.slice(0, maxCharacters), host: host.slice(0, maxCharacters), isOverTls };
    if (!this.#isQuiet) this.#logRefused();
  }

  /** Logs the refusals since the last line, then stays quiet for a while. */
  #logRefused(): void {
    this.#isQuiet = this.#refused > 0;
    if (!this.#isQuiet) return;
    const { origin, host, isOverTls } = this.#last;
    this.log.warn(
      { refused: this.#refused, origin, host, isOverTls },
      `Refused ${origin} as another site than ${isOverTls ? 'https' : 'http'}://${host}. A proxy must pass on Host and X-Forwarded-Proto, see docs/containers.md`,
    );
    this.#refused = 0;
    setTimeout(() => this.#logRefused(), lineEveryMs).unref();
  }
}

import type { IncomingHttpHeaders } from 'node:http';
import { Refusal } from '@hearsay/contracts';
import type { Logger } from '@hearsay/service-runtime';
import { isFromOwnPages, isOwnOrigin, type OwnSite } from './browser-origin.js';

/** The least time between two lines. */
const lineEveryMs = 60_000;
/** Of texts that strangers write. */
const mostCharacters = 200;

/**
 * Refuses what comes from pages of other sites. A proxy that changes Host or the scheme makes our own pages look like those, so refusals are
 * counted into one line a minute, which names the last Origin and Host.
 */
export class OriginCheck {
  readonly #log: Pick<Logger, 'warn'>;
  #refused = 0;
  #last = { origin: '', host: '', isOverTls: false };
  #isQuiet = false;

  constructor(log: Pick<Logger, 'warn'>) {
    this.#log = log;
  }

  /** @throws Refusal `forbidden` for an unsafe request of another site */
  checkUnsafe(headers: IncomingHttpHeaders, site: OwnSite): void {
    if (isFromOwnPages(headers, site)) return;
    this.#note(headers, site);
    throw new Refusal('forbidden', 'This request comes from another site');
  }

  /** @throws Refusal `forbidden` for a socket of another site */
  checkSocket(headers: IncomingHttpHeaders, site: OwnSite): void {
    if (headers.origin === undefined || isOwnOrigin(headers.origin, site)) return;
    this.#note(headers, site);
    throw new Refusal('forbidden', 'This socket comes from another site');
  }

  /** A browser that calls it cross-site has compared the addresses that it sees, so no proxy is at fault. */
  #note(headers: IncomingHttpHeaders, { host, isOverTls }: OwnSite): void {
    const { origin } = headers;
    if (origin === undefined || origin === 'null' || headers['sec-fetch-site'] === 'cross-site') return;
    this.#refused += 1;
    this.#last = { origin: origin.slice(0, mostCharacters), host: host.slice(0, mostCharacters), isOverTls };
    if (!this.#isQuiet) this.#tell();
  }

  #tell(): void {
    this.#isQuiet = this.#refused > 0;
    if (!this.#isQuiet) return;
    const { origin, host, isOverTls } = this.#last;
    this.#log.warn(
      { refused: this.#refused, origin, host, isOverTls },
      `Refused ${origin} as another site than ${isOverTls ? 'https' : 'http'}://${host}. A proxy must pass on Host and X-Forwarded-Proto, see docs/containers.md`,
    );
    this.#refused = 0;
    setTimeout(() => this.#tell(), lineEveryMs).unref();
  }
}

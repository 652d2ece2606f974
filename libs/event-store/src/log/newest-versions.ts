import type { Log } from '../runtime/connections.js';
import { pause } from '../runtime/pause.js';
import { eventsInNewVersion, readingOfRelease } from './versions.js';

const defaultAskEveryMs = 5000;
/**
 * Several answers must agree, because a process that reconnects to its server is missing from the answers for a moment.
 */
const agreementsNeeded = 3;

interface NewestVersionsOptions {
  readonly service: string;
  /** @returns the readings of all living processes that read this service's events (`readingsOf`) */
  readonly ask: () => Promise<readonly string[]>;
  readonly log: Pick<Log, 'info'>;
  readonly askEveryMs?: number;
}

/**
 * Finds out when every living process can read the newest event versions. Until then this process writes earlier
 * versions. Afterwards it never asks again. A process that starts later and cannot read the newest versions halts.
 */
export class NewestVersions {
  readonly #options: NewestVersionsOptions;
  readonly #stopping = new AbortController();
  readonly #asking: Promise<void>;
  #agreements = 0;

  constructor(options: NewestVersionsOptions) {
    this.#options = options;
    const events = eventsInNewVersion(options.service);
    this.#asking = events.length === 0 ? Promise.resolve() : this.#askUntilRead(events);
  }

  /** True if every living process can read the newest event versions. */
  get areRead(): boolean {
    return this.#agreements >= agreementsNeeded;
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#asking;
  }

  async #askUntilRead(events: readonly string[]): Promise<void> {
    const { ask, log, askEveryMs = defaultAskEveryMs } = this.#options;
    const own = readingOfRelease();
    let isTold = false;
    while (!this.#stopping.signal.aborted && !this.areRead) {
      const readings = await ask().catch(() => []);
      const isRead = readings.length > 0 && readings.every((reading) => reading === own);
      this.#agreements = isRead ? this.#agreements + 1 : 0;
      if (!isRead && !isTold) log.info({ events }, 'Earlier versions are written until every process reads the newest');
      isTold ||= !isRead;
      if (!this.areRead) await pause(askEveryMs, this.#stopping.signal);
    }
    if (this.areRead) log.info({ events }, 'Every process reads the newest versions, which are written from now on');
  }
}

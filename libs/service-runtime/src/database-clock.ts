import type { Transaction } from '@hearsay/event-store';
import { ClockWatch } from '@hearsay/messaging';
import type { Logger } from './logger.js';

/** `Date.now` rounds down to whole milliseconds, so the true time may be later by this much. */
const leftOutMs = 1;

/**
 * The clock of a service's database, which all processes of the service share. A process measures how far its own clock
 * is behind. It keeps the last difference while new measurements agree with it, so equal clocks are never corrected. A
 * measurement is as inaccurate as its round trip is long.
 */
export class DatabaseClock {
  readonly #watch: ClockWatch;
  #aheadMs = 0;

  constructor(log: Pick<Logger, 'warn'>) {
    this.#watch = new ClockWatch((server, aheadMs) =>
      log.warn({ server, aheadSeconds: Math.round(aheadMs / 1000) }, 'The clock of the database differs from ours'),
    );
  }

  /** Milliseconds since 1970. */
  readonly now = (): number => Date.now() + this.#aheadMs;

  async measure(client: Transaction): Promise<void> {
    const sentAt = Date.now();
    const { rows } = await client.query<{ at: number }>(
      'select (extract(epoch from clock_timestamp()) * 1000)::float8 as at',
    );
    const answeredAt = Date.now();
    const { at } = rows[0]!;
    const [least, most] = [at - answeredAt - leftOutMs, at - sentAt];
    if (this.#aheadMs < least || this.#aheadMs > most) this.#aheadMs = Math.round((least + most) / 2);
    this.#watch.compare('PostgreSQL', answeredAt + this.#aheadMs, answeredAt);
  }
}

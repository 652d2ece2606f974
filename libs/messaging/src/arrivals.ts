import type { NatsConnection } from '@nats-io/nats-core';

const lookEveryMs = 100;
/** A longer gap between two ticks means that the process did not run and messages waited. */
const gapMs = 200;

/**
 * Bounds how long a message may have waited before this process read it. Callers count their time from sending, so a
 * paused or busy process reads old messages. NATS keeps the order: the answer to a ping sent after the gap proves that
 * later messages are fresh.
 */
export class Arrivals {
  readonly #connection: Pick<NatsConnection, 'flush'>;
  readonly #clock: () => number;
  readonly #timer: NodeJS.Timeout;
  #lookedAt: number;
  #unreadSince: number | undefined;
  #gaps = 0;

  constructor(connection: Pick<NatsConnection, 'flush'>, clock: () => number = () => performance.now()) {
    this.#connection = connection;
    this.#clock = clock;
    this.#lookedAt = clock();
    this.#timer = setInterval(() => this.#look(), lookEveryMs).unref();
  }

  /** Upper bound in milliseconds; 0 unless the process has just paused. */
  lateMs(): number {
    const now = this.#look();
    return this.#unreadSince === undefined ? 0 : now - this.#unreadSince;
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  #look(): number {
    const now = this.#clock();
    const lookedAt = this.#lookedAt;
    this.#lookedAt = now;
    if (now - lookedAt <= gapMs) return now;
    this.#unreadSince ??= lookedAt;
    this.#gaps += 1;
    const gap = this.#gaps;
    const end = () => {
      if (this.#gaps === gap) this.#unreadSince = undefined;
    };
    this.#connection.flush().then(end, end);
    return now;
  }
}

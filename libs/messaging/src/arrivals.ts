import type { NatsConnection } from '@nats-io/nats-core';

const checkEveryMs = 100;
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
  #checkedAt: number;
  #unreadSince: number | undefined;
  #gaps = 0;

  constructor(connection: Pick<NatsConnection, 'flush'>, clock: () => number = () => performance.now()) {
    this.#connection = connection;
    this.#clock = clock;
    this.#checkedAt = clock();
    this.#timer = setInterval(() => this.#check(), checkEveryMs).unref();
  }

  /** Upper bound in milliseconds; 0 unless the process has just paused. */
  lateMs(): number {
    const now = this.#check();
    return this.#unreadSince === undefined ? 0 : now - this.#unreadSince;
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  #check(): number {
    const now = this.#clock();
    const checkedAt = this.#checkedAt;
    this.#checkedAt = now;
    if (now - checkedAt <= gapMs) return now;
    this.#unreadSince ??= checkedAt;
    this.#gaps += 1;
    const gap = this.#gaps;
    const end = () => {
      if (this.#gaps === gap) this.#unreadSince = undefined;
    };
    this.#connection.flush().then(end, end);
    return now;
  }
}

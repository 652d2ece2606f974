import type { NatsConnection } from '@nats-io/nats-core';

/** How often it is noted that the process runs. */
const lookEveryMs = 100;
/** After a longer gap the process did not run: what it reads now may have waited as long. */
const gapMs = 200;

/**
 * How long a message may have waited before this process read it. A process that was stopped or busy reads old messages, and a caller counts its time from
 * when it sent them. NATS keeps the order, so an answer to a ping that was sent behind the gap ends the doubt.
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

  /** Milliseconds, at most; 0 unless the process has just not run for a while. */
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

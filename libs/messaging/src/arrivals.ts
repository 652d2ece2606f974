import type { NatsConnection } from '@nats-io/nats-core';

const checkEveryMs = 100;
/** A longer time between two checks means that the process was paused while messages waited. */
const gapMs = 200;

/**
 * The longest time that a message may have waited before this process read it. The deadline of a call runs from its
 * sending, and a paused process reads old messages. NATS keeps the order of messages. So after the answer to a ping
 * that was sent after the pause, later messages are new.
 */
export class ArrivalDelay {
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

  /** The longest possible wait in milliseconds. 0 unless the process was just paused. */
  longestWaitMs(): number {
    const now = this.#check();
    return this.#unreadSince === undefined ? 0 : now - this.#unreadSince;
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  /** Notes whether the process was paused since the last check. Returns the time by the clock in milliseconds. */
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

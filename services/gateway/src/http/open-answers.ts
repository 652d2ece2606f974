import type { ServerResponse } from 'node:http';

/** How often is looked, while the gateway stops, for answers that still go out. */
const lookEveryMs = 2000;

/**
 * Answers that are not out yet. A call of a service ends by its deadline; but bytes go out as slowly as somebody takes them, and no stop waits for
 * that: an answer that was on its way at one look and still is at the next is cut, after two to four seconds. Players go on with another process.
 */
export class OpenAnswers {
  readonly #open = new Set<ServerResponse>();
  readonly #leaving = new WeakSet<ServerResponse>();
  /** One listener for all: an answer closes once, and many come. */
  readonly #forget: (this: ServerResponse) => void;

  constructor() {
    const open = this.#open;
    this.#forget = function forget() {
      open.delete(this);
    };
  }

  add(answer: ServerResponse): void {
    this.#open.add(answer);
    answer.on('close', this.#forget);
  }

  /** From here on nothing goes out for long. */
  stop(): void {
    const timer = setInterval(() => {
      if (this.#open.size === 0) clearInterval(timer);
      for (const answer of this.#open) {
        if (this.#leaving.has(answer)) answer.destroy();
        else if (answer.headersSent) this.#leaving.add(answer);
      }
    }, lookEveryMs).unref();
  }
}

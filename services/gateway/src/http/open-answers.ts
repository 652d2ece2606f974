import type { ServerResponse } from 'node:http';
import { InFlight } from '@hearsay/messaging';

/** How often is looked, while the gateway stops, for answers that still go out. */
const lookEveryMs = 2000;

/**
 * Answers that are not out yet. A call of a service ends by its deadline; but bytes go out as slowly as somebody takes them, and no stop waits for
 * that: an answer that was on its way at one look and still is at the next is cut, after two to four seconds. Players go on with another process.
 * Nor is a connection kept behind its last answer: the stop would wait until the client lets it go, a minute by default.
 */
export class OpenAnswers {
  readonly #open = new InFlight<ServerResponse>();
  readonly #leaving = new WeakSet<ServerResponse>();
  #isStopping = false;

  add(answer: ServerResponse): void {
    const number = this.#open.add(answer);
    answer.on('close', () => {
      this.#open.take(number);
      if (this.#isStopping) this.#endConnection(answer);
    });
  }

  /** From here on nothing goes out for long. */
  stop(): void {
    this.#isStopping = true;
    const timer = setInterval(() => {
      if (this.#open.size === 0) clearInterval(timer);
      for (const [, answer] of this.#open.entries()) {
        if (this.#leaving.has(answer)) answer.destroy();
        else if (answer.headersSent) this.#leaving.add(answer);
      }
    }, lookEveryMs).unref();
  }

  /** What has arrived on the same connection meanwhile is answered first. */
  #endConnection({ req: { socket } }: ServerResponse): void {
    for (const [, { req }] of this.#open.entries()) if (req.socket === socket) return;
    socket.destroySoon();
  }
}

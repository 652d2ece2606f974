import type { Refusal } from '@hearsay/contracts';
import type { Logger } from './logger.js';

/** The least time between two lines. */
const lineEveryMs = 1000;

/** Tells of calls that were refused since something is away or busy, in one line a second at most. The metric of calls counts each. */
export class RefusedCalls {
  readonly #log: Pick<Logger, 'warn'>;
  #calls = 0;
  #reason = '';
  #isQuiet = false;

  constructor(log: Pick<Logger, 'warn'>) {
    this.#log = log;
  }

  note({ message, cause }: Refusal): void {
    this.#calls += 1;
    this.#reason = cause instanceof Error ? cause.message : message;
    if (!this.#isQuiet) this.#tell();
  }

  #tell(): void {
    this.#isQuiet = this.#calls > 0;
    if (!this.#isQuiet) return;
    this.#log.warn({ calls: this.#calls, reason: this.#reason }, 'Calls were refused');
    this.#calls = 0;
    setTimeout(() => this.#tell(), lineEveryMs).unref();
  }
}

const reportAboveMs = 2000;
/** After a report, a clock must come closer than this before it is reported again. */
const agreesBelowMs = 1000;

/** Reports each caller whose clock differs from ours, once. Clocks affect only log lines and displayed times. */
export class ClockWatch {
  readonly #tell: (caller: string, aheadMs: number) => void;
  readonly #told = new Set<string>();

  constructor(tell: (caller: string, aheadMs: number) => void) {
    this.#tell = tell;
  }

  /** `sentAt`: the caller's clock at sending, in milliseconds since 1970. */
  look(caller: string, sentAt: number, now = Date.now()): void {
    const aheadMs = sentAt - now;
    const difference = Math.abs(aheadMs);
    if (difference < agreesBelowMs) this.#told.delete(caller);
    else if (difference > reportAboveMs && !this.#told.has(caller)) {
      this.#told.add(caller);
      this.#tell(caller, aheadMs);
    }
  }
}

const reportAboveMs = 2000;
/** A difference is reported again only if it has been below this since the last report. */
const agreesBelowMs = 1000;

/** Reports once if the clock of a caller differs from ours. Clocks only affect log lines and displayed times. */
export class ClockWatch {
  readonly #tell: (caller: string, aheadMs: number) => void;
  readonly #told = new Set<string>();

  constructor(tell: (caller: string, aheadMs: number) => void) {
    this.#tell = tell;
  }

  /** `sentAt` is the caller's clock when it sent the call, in milliseconds since 1970. */
  compare(caller: string, sentAt: number, now = Date.now()): void {
    const aheadMs = sentAt - now;
    const difference = Math.abs(aheadMs);
    if (difference < agreesBelowMs) this.#told.delete(caller);
    else if (difference > reportAboveMs && !this.#told.has(caller)) {
      this.#told.add(caller);
      this.#tell(caller, aheadMs);
    }
  }
}

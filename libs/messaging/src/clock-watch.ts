/** Clocks that differ by less are as good as equal. */
const tellAboveMs = 2000;
/** A clock that is told of once is told of again when it has agreed meanwhile. */
const agreesBelowMs = 1000;

/** Tells once of each caller whose clock differs from ours. Nothing depends on it but log lines and times that people read. */
export class ClockWatch {
  readonly #tell: (caller: string, aheadMs: number) => void;
  readonly #told = new Set<string>();

  constructor(tell: (caller: string, aheadMs: number) => void) {
    this.#tell = tell;
  }

  /** `sentAt`: the caller's clock when the message left, in milliseconds since 1970. */
  look(caller: string, sentAt: number, now = Date.now()): void {
    const aheadMs = sentAt - now;
    const difference = Math.abs(aheadMs);
    if (difference < agreesBelowMs) this.#told.delete(caller);
    else if (difference > tellAboveMs && !this.#told.has(caller)) {
      this.#told.add(caller);
      this.#tell(caller, aheadMs);
    }
  }
}

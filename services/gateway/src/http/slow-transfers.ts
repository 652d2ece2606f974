/** `bytes` returns the number of bytes moved so far. `cut` ends the transfer. */
export interface WatchedTransfer {
  readonly bytes: () => number;
  /** True while the transfer waits for the gateway, not for the client. */
  readonly isWaitingForUs: () => boolean;
  readonly cut: () => void;
}

/** Cuts transfers whose client moves fewer than `minBytes` in a window. Clients can resume them. */
export class SlowTransfers {
  /** Each transfer with its byte count at the last check. */
  readonly #transfers = new Map<WatchedTransfer, number>();
  readonly #timer: NodeJS.Timeout;

  constructor(
    windowMs: number,
    private readonly minBytes: number,
  ) {
    this.#timer = setInterval(() => this.check(), windowMs).unref();
  }

  /** Returns a function that ends the watch. A transfer is checked first after its first whole window. */
  watch(transfer: WatchedTransfer): () => void {
    this.#transfers.set(transfer, Number.NEGATIVE_INFINITY);
    return () => void this.#transfers.delete(transfer);
  }

  check(): void {
    for (const [transfer, before] of this.#transfers) {
      const bytes = transfer.bytes();
      if (bytes - before >= this.minBytes || transfer.isWaitingForUs()) this.#transfers.set(transfer, bytes);
      else {
        this.#transfers.delete(transfer);
        transfer.cut();
      }
    }
  }

  stop(): void {
    clearInterval(this.#timer);
  }
}

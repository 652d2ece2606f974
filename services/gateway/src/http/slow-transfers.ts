export interface Transfer {
  readonly bytes: () => number;
  /** True while the gateway itself reads or writes. */
  readonly isWaitingForUs: () => boolean;
  readonly cut: () => void;
}

interface Watched {
  bytes: number;
}

/** Cuts transfers whose client moves fewer than `minBytes` in a window. Clients resume. */
export class SlowTransfers {
  readonly #transfers = new Map<Transfer, Watched>();
  readonly #timer: NodeJS.Timeout;

  constructor(
    windowMs: number,
    private readonly minBytes: number,
  ) {
    this.#timer = setInterval(() => this.look(), windowMs).unref();
  }

  /** Returns a function that ends the watch. A transfer is judged after its first whole window. */
  watch(transfer: Transfer): () => void {
    this.#transfers.set(transfer, { bytes: Number.NEGATIVE_INFINITY });
    return () => void this.#transfers.delete(transfer);
  }

  look(): void {
    for (const [transfer, watched] of this.#transfers) {
      const bytes = transfer.bytes();
      if (bytes - watched.bytes >= this.minBytes || transfer.isWaitingForUs()) watched.bytes = bytes;
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

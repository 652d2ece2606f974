/** Bytes that wait for sockets to read them, at most. */
export interface SocketMemoryLimits {
  readonly perSocket: number;
  readonly perAddress: number;
  readonly perProcess: number;
}

/** What a socket may leave unread even when its address or the process is full: a moment's news of a busy room. */
const alwaysAllowed = 64 * 1024;

/** What waits for one socket. */
export interface SocketBacklog {
  /** Whether so many unread bytes are too many to add to, see `SocketMemory`. */
  isTooMuch(unread: number): boolean;
  /** So many bytes wait now. */
  count(unread: number): void;
}

/**
 * What this process holds for sockets that read slower than they are written to. A socket is slow when it has left too much unread
 * by itself; when all of an address, or all of the process, have left too much, whoever holds up more than a moment's news is.
 */
export class SocketMemory {
  readonly #ofAddresses = new Map<string, number>();
  #total = 0;

  constructor(
    private readonly limits: SocketMemoryLimits,
    private readonly onChange: (total: number) => void = () => undefined,
  ) {}

  get total(): number {
    return this.#total;
  }

  /** For a socket of this address; to be counted down to 0 when it closes. */
  backlog(address: string): SocketBacklog {
    let counted = 0;
    return {
      isTooMuch: (unread) =>
        unread > this.limits.perSocket ||
        (unread > alwaysAllowed &&
          (this.#total > this.limits.perProcess || (this.#ofAddresses.get(address) ?? 0) > this.limits.perAddress)),
      count: (unread) => {
        if (unread === counted) return;
        this.#add(address, unread - counted);
        counted = unread;
      },
    };
  }

  #add(address: string, change: number): void {
    this.#total += change;
    this.onChange(this.#total);
    const ofAddress = (this.#ofAddresses.get(address) ?? 0) + change;
    if (ofAddress > 0) this.#ofAddresses.set(address, ofAddress);
    else this.#ofAddresses.delete(address);
  }
}

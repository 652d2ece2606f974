import { Refusal } from '@hearsay/contracts';
import type { Reader } from './rate-limiter.js';

/** Maximum numbers of slots that are taken at the same time. */
export interface SlotCaps {
  readonly perProcess: number;
  readonly perAccount: number;
  readonly perAddress: number;
}

const retryAfter = 5;

/** Sums by key. A key whose sum falls to 0 is dropped. */
export class SlotCounts {
  readonly #sums = new Map<string, number>();

  of(key: string): number {
    return this.#sums.get(key) ?? 0;
  }

  add(key: string, change: number): void {
    const sum = this.of(key) + change;
    if (sum > 0) this.#sums.set(key, sum);
    else this.#sums.delete(key);
  }
}

/** Limits simultaneous acts such as uploads or plays: in this process, by account and by address. */
export class Slots {
  readonly #ofAccounts = new SlotCounts();
  readonly #ofAddresses = new SlotCounts();
  #taken = 0;

  constructor(
    private readonly caps: SlotCaps,
    private readonly refusal: string,
  ) {}

  /**
   * Takes a slot and returns a function that frees it. A second call of this function does nothing.
   * @throws Refusal `unavailable` with the seconds to wait
   */
  take({ accountId, address }: Reader): () => void {
    const isFull =
      this.#taken >= this.caps.perProcess ||
      this.#ofAddresses.of(address) >= this.caps.perAddress ||
      (accountId !== null && this.#ofAccounts.of(accountId) >= this.caps.perAccount);
    if (isFull) throw new Refusal('unavailable', this.refusal, { retryAfter });
    this.#count(accountId, address, 1);
    let isHeld = true;
    return () => {
      if (isHeld) this.#count(accountId, address, -1);
      isHeld = false;
    };
  }

  #count(accountId: string | null, address: string, change: 1 | -1): void {
    this.#taken += change;
    this.#ofAddresses.add(address, change);
    if (accountId !== null) this.#ofAccounts.add(accountId, change);
  }
}

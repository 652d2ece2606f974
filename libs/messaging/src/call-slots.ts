import { Refusal } from '@hearsay/contracts';

interface Waiting {
  readonly start: () => void;
  readonly refuse: (refusal: Refusal) => void;
}

const refusal = () => new Refusal('unavailable', undefined, { retryAfter: 1 });

/**
 * Slots for calls that must not crowd out others: so many are under way at once, the next ones wait in the order in which they came, and so many
 * wait at most.
 */
export class CallSlots {
  readonly #most: number;
  readonly #mostWaiting: number;
  readonly #waiting: Waiting[] = [];
  #taken = 0;

  constructor(most: number, mostWaiting: number) {
    this.#most = most;
    this.#mostWaiting = mostWaiting;
  }

  /** Makes the call when it has a slot, and leaves the slot with its answer. @throws Refusal `unavailable` when too many wait, as a rejection */
  enter<T>(call: () => Promise<T>): Promise<T> {
    if (this.#taken < this.#most) return this.#hold(call);
    if (this.#waiting.length >= this.#mostWaiting) return Promise.reject(refusal());
    return new Promise((resolve, reject) => {
      this.#waiting.push({ start: () => this.#hold(call).then(resolve, reject), refuse: reject });
    });
  }

  /** Refuses all that wait. */
  close(): void {
    for (const { refuse } of this.#waiting.splice(0)) refuse(refusal());
  }

  #hold<T>(call: () => Promise<T>): Promise<T> {
    this.#taken += 1;
    const answer = call();
    const leave = () => {
      this.#taken -= 1;
      this.#waiting.shift()?.start();
    };
    answer.then(leave, leave);
    return answer;
  }
}

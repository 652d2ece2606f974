import { Refusal } from '@hearsay/contracts';

interface Waiting {
  readonly start: () => void;
  readonly refuse: (refusal: Refusal) => void;
}

const refusal = () => new Refusal('unavailable', undefined, { retryAfter: 1 });

/** From so many calls within a moment on they gather. */
const crowd = 16;
/** The moment, in milliseconds. */
const momentMs = 100;
/** How far apart departures are in a crowd, in milliseconds, unless those of the last one are back and the next ones fill all slots. */
const gapMs = 20;

/**
 * Slots for calls that must not crowd out others: so many are under way at once, the next ones wait in the order in which they came, and so many
 * wait at most. In a crowd they also leave together: a message, a turn of a thread and a wake-up on another core are most of what a small call
 * costs, and calls that leave together share them on their whole way. Whoever comes when it is quiet leaves at once.
 */
export class CallSlots {
  readonly #most: number;
  readonly #mostWaiting: number;
  readonly #clock: () => number;
  readonly #waiting: Waiting[] = [];
  /** When the last calls came; the oldest of them stands at `#came`, counted modulo `crowd`. */
  readonly #arrivals: number[] = new Array<number>(crowd).fill(Number.NEGATIVE_INFINITY);
  #came = 0;
  #taken = 0;
  #isOpen = true;
  #nextDeparture: NodeJS.Timeout | undefined;

  constructor(most: number, mostWaiting: number, clock: () => number = () => performance.now()) {
    this.#most = most;
    this.#mostWaiting = mostWaiting;
    this.#clock = clock;
  }

  /** Makes the call when it has a slot, and leaves the slot with its answer. @throws Refusal `unavailable` when too many wait, as a rejection */
  enter<T>(call: () => Promise<T>): Promise<T> {
    const now = this.#clock();
    const isCrowded = now - this.#arrivals[this.#came]! < momentMs;
    this.#arrivals[this.#came] = now;
    this.#came = (this.#came + 1) % crowd;
    if (this.#isOpen && this.#taken < this.#most) {
      if (isCrowded) this.#depart();
      return this.#hold(call);
    }
    if (this.#waiting.length >= this.#mostWaiting) return Promise.reject(refusal());
    return new Promise((resolve, reject) => {
      this.#waiting.push({ start: () => this.#hold(call).then(resolve, reject), refuse: reject });
    });
  }

  /** Refuses all that wait. */
  close(): void {
    clearTimeout(this.#nextDeparture);
    for (const { refuse } of this.#waiting.splice(0)) refuse(refusal());
  }

  #hold<T>(call: () => Promise<T>): Promise<T> {
    this.#taken += 1;
    const answer = call();
    const leave = () => {
      this.#taken -= 1;
      if (this.#taken === 0 && this.#waiting.length >= this.#most) this.#open();
      else this.#fill();
    };
    answer.then(leave, leave);
    return answer;
  }

  /** What comes in this turn leaves with this call, what comes later waits for the next departure. */
  #depart(): void {
    if (this.#nextDeparture) return;
    const departure = setTimeout(() => this.#open(), gapMs);
    this.#nextDeparture = departure;
    setImmediate(() => {
      if (this.#nextDeparture === departure) this.#isOpen = false;
    });
  }

  #open(): void {
    clearTimeout(this.#nextDeparture);
    this.#nextDeparture = undefined;
    this.#isOpen = true;
    if (this.#waiting.length > 0) this.#depart();
    this.#fill();
  }

  #fill(): void {
    while (this.#isOpen && this.#taken < this.#most && this.#waiting.length > 0) this.#waiting.shift()?.start();
  }
}

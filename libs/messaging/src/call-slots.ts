import { Refusal } from '@hearsay/contracts';
import type { Acts } from './acts.js';

interface Waiting {
  readonly since: number;
  readonly start: () => void;
  readonly refuse: (refusal: Refusal) => void;
}

const refusal = () => new Refusal('unavailable', undefined, { retryAfter: 1 });

/** From so many calls within a moment on they gather. */
const crowd = 16;
/** The moment, in milliseconds. */
const momentMs = 100;
/** How far apart departures are in a crowd, in milliseconds, unless those of the last one are back and the next ones fill all slots. */
const gapMs = 50;
/** In a crowd nobody waits longer than this for acts to be over, in milliseconds. */
const longestYieldMs = 100;

/**
 * Slots for calls that must not crowd out others: so many are under way at once, the next ones wait in the order in which they came, and so many
 * wait at most. In a crowd they also leave together: a message, a turn of a thread and a wake-up on another core are most of what a small call
 * costs, and calls that leave together share them on their whole way. Whoever comes when it is quiet leaves at once.
 * And a crowd lets acts pass: it leaves when none is under way, so that whoever acts finds the processors free.
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
  readonly #acts: Acts;
  /** Whether the next departure only waits for acts to be over. */
  #isYielding = false;

  constructor(most: number, mostWaiting: number, acts: Acts, clock: () => number = () => performance.now()) {
    this.#most = most;
    this.#mostWaiting = mostWaiting;
    this.#acts = acts;
    this.#clock = clock;
    acts.whenOver(() => {
      if (this.#isYielding) this.#open();
    });
  }

  /** Makes the call when it has a slot, and leaves the slot with its answer. @throws Refusal `unavailable` when too many wait, as a rejection */
  enter<T>(call: () => Promise<T>): Promise<T> {
    const now = this.#clock();
    const isCrowded = now - this.#arrivals[this.#came]! < momentMs;
    this.#arrivals[this.#came] = now;
    this.#came = (this.#came + 1) % crowd;
    if (isCrowded && this.#isOpen && !this.#nextDeparture && this.#acts.areUnderWay)
      this.#yieldUntil(now + longestYieldMs);
    if (this.#isOpen && this.#taken < this.#most) {
      if (isCrowded) this.#depart();
      return this.#hold(call);
    }
    if (this.#waiting.length >= this.#mostWaiting) return Promise.reject(refusal());
    return new Promise((resolve, reject) => {
      this.#waiting.push({ since: now, start: () => this.#hold(call).then(resolve, reject), refuse: reject });
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
      if (!this.#isOpen && this.#taken === 0 && this.#waiting.length >= this.#most) this.#openOrYield();
      else this.#fill();
    };
    answer.then(leave, leave);
    return answer;
  }

  /** What comes in this turn leaves with this call, what comes later waits for the next departure. */
  #depart(): void {
    if (this.#nextDeparture) return;
    const departure = setTimeout(() => this.#openOrYield(), gapMs);
    this.#nextDeparture = departure;
    setImmediate(() => {
      if (this.#nextDeparture === departure) this.#isOpen = false;
    });
  }

  #openOrYield(): void {
    const until = (this.#waiting[0]?.since ?? Number.NEGATIVE_INFINITY) + longestYieldMs;
    if (!this.#acts.areUnderWay || until <= this.#clock()) this.#open();
    else this.#yieldUntil(until);
  }

  #yieldUntil(until: number): void {
    clearTimeout(this.#nextDeparture);
    this.#isOpen = false;
    this.#isYielding = true;
    this.#nextDeparture = setTimeout(() => this.#open(), until - this.#clock());
  }

  #open(): void {
    this.#isYielding = false;
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

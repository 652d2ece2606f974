import { type Refusal, unavailable } from '@hearsay/contracts';

/** Counts the running acts. Groups of calls wait until no act runs. */
export class RunningActs {
  #underWay = 0;
  readonly #onceEnded: (() => void)[] = [];

  get isRunning(): boolean {
    return this.#underWay > 0;
  }

  begin(answer: Promise<unknown>): void {
    this.#underWay += 1;
    const end = () => {
      this.#underWay -= 1;
      if (this.#underWay === 0) for (const tell of this.#onceEnded) tell();
    };
    answer.then(end, end);
  }

  onActsEnded(tell: () => void): void {
    this.#onceEnded.push(tell);
  }
}

interface Waiting {
  readonly since: number;
  readonly start: () => void;
  readonly refuse: (refusal: Refusal) => void;
}

/** If this many calls arrive within `momentMs`, later calls are sent in groups. */
const burstCalls = 16;
const momentMs = 100;
/** Time between two groups. A group that fills all slots starts earlier, when the previous group has been answered. */
const gapMs = 50;
const longestYieldMs = 100;

/**
 * Limits concurrent calls. A bounded number runs, and a bounded queue waits in order of arrival. Under load, calls are
 * sent in groups, which share messages and thread switches. Otherwise a call is sent at once. A group waits up to 100
 * ms for running acts, so that acts get the processors first.
 */
export class CallSlots {
  readonly #most: number;
  readonly #maxWaiting: number;
  readonly #clock: () => number;
  readonly #waiting: Waiting[] = [];
  /** A ring buffer of the latest arrival times. `#came` is the index of the oldest time. */
  readonly #arrivals: number[] = new Array<number>(burstCalls).fill(Number.NEGATIVE_INFINITY);
  #came = 0;
  #taken = 0;
  #isOpen = true;
  #nextDeparture: NodeJS.Timeout | undefined;
  readonly #acts: RunningActs;
  #isYielding = false;

  constructor(most: number, maxWaiting: number, acts: RunningActs, clock: () => number = () => performance.now()) {
    this.#most = most;
    this.#maxWaiting = maxWaiting;
    this.#acts = acts;
    this.#clock = clock;
    acts.onActsEnded(() => {
      if (this.#isYielding) this.#open();
    });
  }

  /** Runs a call in a slot. Rejects with the Refusal `unavailable` if too many calls wait. */
  runInSlot<T>(call: () => Promise<T>): Promise<T> {
    const now = this.#clock();
    const isBurst = now - this.#arrivals[this.#came]! < momentMs;
    this.#arrivals[this.#came] = now;
    this.#came = (this.#came + 1) % burstCalls;
    if (isBurst && this.#isOpen && !this.#nextDeparture && this.#acts.isRunning)
      this.#awaitActsUntil(now + longestYieldMs);
    if (this.#isOpen && this.#taken < this.#most) {
      if (isBurst) this.#startGroup();
      return this.#hold(call);
    }
    if (this.#waiting.length >= this.#maxWaiting) return Promise.reject(unavailable());
    return new Promise((resolve, reject) => {
      this.#waiting.push({ since: now, start: () => this.#hold(call).then(resolve, reject), refuse: reject });
    });
  }

  close(): void {
    clearTimeout(this.#nextDeparture);
    for (const { refuse } of this.#waiting.splice(0)) refuse(unavailable());
  }

  #hold<T>(call: () => Promise<T>): Promise<T> {
    this.#taken += 1;
    const answer = call();
    const leave = () => {
      this.#taken -= 1;
      if (!this.#isOpen && this.#taken === 0 && this.#waiting.length >= this.#most) this.#openOrAwaitActs();
      else this.#startWaitingCalls();
    };
    answer.then(leave, leave);
    return answer;
  }

  /** Lets the calls of this event-loop turn start. Later calls wait for the next group. */
  #startGroup(): void {
    if (this.#nextDeparture) return;
    const departure = setTimeout(() => this.#openOrAwaitActs(), gapMs);
    this.#nextDeparture = departure;
    setImmediate(() => {
      if (this.#nextDeparture === departure) this.#isOpen = false;
    });
  }

  #openOrAwaitActs(): void {
    const until = (this.#waiting[0]?.since ?? Number.NEGATIVE_INFINITY) + longestYieldMs;
    if (!this.#acts.isRunning || until <= this.#clock()) this.#open();
    else this.#awaitActsUntil(until);
  }

  #awaitActsUntil(until: number): void {
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
    if (this.#waiting.length > 0) this.#startGroup();
    this.#startWaitingCalls();
  }

  #startWaitingCalls(): void {
    while (this.#isOpen && this.#taken < this.#most && this.#waiting.length > 0) this.#waiting.shift()?.start();
  }
}

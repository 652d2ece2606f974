import { type Refusal, unavailable } from '@hearsay/contracts';

/** Counts the running acts. */
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

/** A call waits at most this long for running acts. Most acts take less. */
const longestYieldMs = 25;

/**
 * Limits concurrent calls. A bounded number runs, and a bounded queue waits in order of arrival. Calls start between
 * acts, so that acts get the processors first.
 */
export class CallSlots {
  readonly #most: number;
  readonly #maxWaiting: number;
  readonly #waiting: Waiting[] = [];
  readonly #acts: RunningActs;
  #taken = 0;
  #afterYield: NodeJS.Timeout | undefined;

  constructor(most: number, maxWaiting: number, acts: RunningActs) {
    this.#most = most;
    this.#maxWaiting = maxWaiting;
    this.#acts = acts;
    acts.onActsEnded(() => this.#startWaitingCalls());
  }

  /** Runs a call in a slot. Rejects with the Refusal `unavailable` if too many calls wait. */
  runInSlot<T>(call: () => Promise<T>): Promise<T> {
    if (this.#waiting.length >= this.#maxWaiting) return Promise.reject(unavailable());
    return new Promise((resolve, reject) => {
      const start = () => this.#hold(call).then(resolve, reject);
      this.#waiting.push({ since: performance.now(), start, refuse: reject });
      this.#startWaitingCalls();
    });
  }

  close(): void {
    clearTimeout(this.#afterYield);
    for (const { refuse } of this.#waiting.splice(0)) refuse(unavailable());
  }

  #hold<T>(call: () => Promise<T>): Promise<T> {
    this.#taken += 1;
    const leave = () => {
      this.#taken -= 1;
      this.#startWaitingCalls();
    };
    const answer = call();
    answer.then(leave, leave);
    return answer;
  }

  #startWaitingCalls(): void {
    clearTimeout(this.#afterYield);
    for (let next = this.#waiting[0]; next && this.#taken < this.#most; next = this.#waiting[0]) {
      const yieldMs = this.#acts.isRunning ? next.since + longestYieldMs - performance.now() : 0;
      if (yieldMs > 0) {
        this.#afterYield = setTimeout(() => this.#startWaitingCalls(), yieldMs);
        return;
      }
      this.#waiting.shift();
      next.start();
    }
  }
}

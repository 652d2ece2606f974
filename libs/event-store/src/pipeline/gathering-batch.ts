import { Alarm } from '../runtime/pause.js';

/** From so many callers in one batch on, the next one gathers. */
const manyCallers = 16;
/** How many commands are enough for any batch: what it costs for being one is nothing among so many. */
const mostCommands = 256;
/** How long the next batch gathers at most. */
const longestMs = 20;

/**
 * Lets commands gather before a batch that follows one of many callers. A batch costs what some thirty commands cost, however few are in it:
 * while many arrive, more of them share it, and the CPU that is left over answers them sooner. As many are waited for as were there when the last
 * batch ended, answered or waiting: callers who come back with their next act are together again, and nobody waits for more. Behind a batch of few
 * nothing waits, so whoever calls a quiet service is answered after one commit. PostgreSQL does the same with its commits (`commit_delay`,
 * `commit_siblings`).
 */
export class GatheringBatch {
  readonly #stopping: AbortSignal;
  readonly #gatherMs: number;
  readonly #alarm = new Alarm();
  #enough = mostCommands;

  constructor(stopping: AbortSignal, gatherMs = longestMs) {
    this.#stopping = stopping;
    this.#gatherMs = gatherMs;
    stopping.addEventListener('abort', () => this.#alarm.ring());
  }

  /** To be told how many commands wait whenever some arrive. */
  arrived(waiting: number): void {
    if (waiting >= this.#enough) this.#alarm.ring();
  }

  /** Resolves when the next batch may begin. @param callers of the batch that has just ended @param waiting commands that have arrived since it began */
  async after(callers: number, waiting: number): Promise<void> {
    if (callers < manyCallers || waiting >= mostCommands || this.#stopping.aborted) return;
    this.#enough = Math.min(mostCommands, callers + waiting);
    this.#alarm.silence();
    await this.#alarm.wait(this.#gatherMs);
  }
}

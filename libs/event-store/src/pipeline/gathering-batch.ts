import { Alarm } from '../runtime/pause.js';

/** From so many callers in one batch on, the next one gathers. */
const manyCallers = 16;
/** How many commands are enough for a batch: what it costs for being one is nothing among so many. */
const enoughCommands = 256;
/** How long the next batch gathers at most. */
const longestMs = 20;

/**
 * Lets commands gather before a batch that follows one of many callers. A batch costs what some thirty commands cost, however few are in it:
 * while many arrive, more of them share it, and the CPU that is left over answers them sooner. Behind a batch of few nothing waits, so
 * whoever calls a quiet service is answered after one commit. PostgreSQL does the same with its commits (`commit_delay`, `commit_siblings`).
 */
export class GatheringBatch {
  readonly #stopping: AbortSignal;
  readonly #gatherMs: number;
  readonly #alarm = new Alarm();

  constructor(stopping: AbortSignal, gatherMs = longestMs) {
    this.#stopping = stopping;
    this.#gatherMs = gatherMs;
    stopping.addEventListener('abort', () => this.#alarm.ring());
  }

  /** To be told how many commands wait whenever some arrive. */
  arrived(waiting: number): void {
    if (waiting >= enoughCommands) this.#alarm.ring();
  }

  /** Resolves when the next batch may begin. @param callers of the batch that has just ended @param waiting commands that have arrived since it began */
  async after(callers: number, waiting: number): Promise<void> {
    if (callers < manyCallers || waiting >= enoughCommands || this.#stopping.aborted) return;
    this.#alarm.silence();
    await this.#alarm.wait(this.#gatherMs);
  }
}

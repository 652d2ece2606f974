import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { deadlineIn, steadyNow, unavailable } from '@hearsay/contracts';
import type { CommandPipeline, Locks } from '@hearsay/event-store';
import type { PostedContent } from './posted-content.js';
import { endTask } from './wipe.decider.js';
import type { WipeQueries } from './wipe.queries.js';
import type { WipeTask } from './wipe.sql.js';

/** A call that times out keeps its progress, and the next call continues. */
const callTimeoutMs = 8000;
const lookEveryMs = 250;

const asking = () => ({ correlationId: randomUUID(), deadline: deadlineIn(callTimeoutMs) });

type BegunWipe = Pick<WipeTask, 'wipeId' | 'subjectId'>;

/**
 * Each step can be repeated after a kill. Tasks of one person run one at a time across all processes, so that no hide
 * follows an undo.
 */
export class WipeRunner {
  /** The last work of each subject. A process must not request a lock that it holds. */
  readonly #last = new Map<string, Promise<unknown>>();
  readonly #stopping = new AbortController();

  constructor(
    private readonly queries: Pick<WipeQueries, 'task'>,
    private readonly posted: Pick<PostedContent, 'hide' | 'show' | 'progress'>,
    private readonly pipeline: Pick<CommandPipeline, 'execute'>,
    private readonly locks: Pick<Locks, 'hold'>,
  ) {}

  /**
   * Resolves when all posts are hidden or, after an undo, are returning. `change` is an undo. It runs after the
   * unfinished task. @throws Refusal `unavailable` at the deadline (ISO). The work may continue.
   */
  async begin({ wipeId, subjectId }: BegunWipe, deadline: string, change?: () => Promise<unknown>): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(unavailable()), Math.max(0, Date.parse(deadline) - steadyNow()));
    });
    const work = this.#oneAtATime(subjectId, async () => {
      await this.#carryOut(wipeId);
      if (!change) return;
      await change();
      await this.#carryOut(wipeId);
    });
    try {
      await Promise.race([work, late]);
    } finally {
      clearTimeout(timer);
    }
  }

  /** Resolves when content has finished. @throws Refusal `unavailable`. The task's row stays, and runs again */
  async run(wipeId: string): Promise<void> {
    for (;;) {
      const due = await this.queries.task(wipeId);
      const task = due && (await this.#oneAtATime(due.subjectId, () => this.#carryOut(wipeId)));
      if (!task) return;
      for (let isRunning = true; isRunning; ) {
        if (this.#stopping.signal.aborted) throw unavailable();
        const progress = await this.posted.progress(wipeId, asking());
        isRunning = progress?.isRunning ?? true;
        if (isRunning) await pause(lookEveryMs);
      }
      const context = { accountId: null, correlationId: null, deadline: steadyNow() + callTimeoutMs };
      await this.pipeline.execute(endTask, { wipeId, kind: task.kind }, context);
    }
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await Promise.allSettled(this.#last.values());
  }

  async #carryOut(wipeId: string): Promise<Pick<WipeTask, 'kind'> | undefined> {
    const task = await this.queries.task(wipeId);
    if (task?.kind === 'hide') await this.posted.hide(task.subjectId, wipeId, asking());
    else if (task) await this.posted.show(task.subjectId, wipeId, asking());
    return task;
  }

  #oneAtATime<T>(subjectId: string, work: () => Promise<T>): Promise<T> {
    const before = this.#last.get(subjectId) ?? Promise.resolve();
    const locked = () => this.#locked(subjectId, work);
    const mine = before.then(locked, locked);
    this.#last.set(subjectId, mine);
    const forget = () => {
      if (this.#last.get(subjectId) === mine) this.#last.delete(subjectId);
    };
    mine.then(forget, forget);
    return mine;
  }

  /** @throws Refusal `unavailable` if this process stops before the lock is free */
  async #locked<T>(subjectId: string, work: () => Promise<T>): Promise<T> {
    const hold = await this.locks.hold(`wipes of ${subjectId}`, this.#stopping.signal);
    if (!hold) throw unavailable();
    try {
      return await work();
    } finally {
      await hold.release();
    }
  }
}

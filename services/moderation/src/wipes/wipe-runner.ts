import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { deadlineIn, steadyNow, unavailable } from '@hearsay/contracts';
import type { CommandPipeline, Locks } from '@hearsay/event-store';
import type { PostVisibility } from './post-visibility.js';
import { endWipeTask } from './wipe.decider.js';
import type { WipeQueries } from './wipe.queries.js';
import type { WipeTask } from './wipe.sql.js';

/** If a call to content or engagement times out, its progress stays, and the next call continues from there. */
const callTimeoutMs = 8000;
const pollEveryMs = 250;

const newCallContext = () => ({ correlationId: randomUUID(), deadline: deadlineIn(callTimeoutMs) });

type StartedWipe = Pick<WipeTask, 'wipeId' | 'subjectId'>;

/**
 * Runs the tasks of wipes. If a process is killed, each step can be repeated. An advisory lock lets only one task of a
 * person run at a time. So no hide task runs after the undo of its wipe.
 */
export class WipeRunner {
  /**
   * The promise of the last work for each subject. Later work in this process waits for it, because the advisory lock
   * makes only other processes wait.
   */
  readonly #lastWorkBySubject = new Map<string, Promise<unknown>>();
  readonly #stopping = new AbortController();

  constructor(
    private readonly queries: Pick<WipeQueries, 'findTask'>,
    private readonly posted: Pick<PostVisibility, 'hide' | 'show' | 'progress'>,
    private readonly pipeline: Pick<CommandPipeline, 'execute'>,
    private readonly locks: Pick<Locks, 'hold'>,
  ) {}

  /**
   * Runs the task of a wipe. `change` starts the undo, and then the task of the undo runs too. Resolves when all posts
   * are hidden, or are being restored. @throws Refusal `unavailable` at the deadline (ISO). The work then continues in
   * the background.
   */
  async begin({ wipeId, subjectId }: StartedWipe, deadline: string, change?: () => Promise<unknown>): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(unavailable()), Math.max(0, Date.parse(deadline) - steadyNow()));
    });
    const work = this.#oneAtATime(subjectId, async () => {
      await this.#runTask(wipeId);
      if (!change) return;
      await change();
      await this.#runTask(wipeId);
    });
    try {
      await Promise.race([work, late]);
    } finally {
      clearTimeout(timer);
    }
  }

  /** Runs the task until content has finished. @throws Refusal `unavailable`. Its row then stays for the next sweep */
  async runToEnd(wipeId: string): Promise<void> {
    for (;;) {
      const due = await this.queries.findTask(wipeId);
      const task = due && (await this.#oneAtATime(due.subjectId, () => this.#runTask(wipeId)));
      if (!task) return;
      for (let isRunning = true; isRunning; ) {
        if (this.#stopping.signal.aborted) throw unavailable();
        const progress = await this.posted.progress(wipeId, newCallContext());
        isRunning = progress?.isRunning ?? true;
        if (isRunning) await pause(pollEveryMs);
      }
      const context = { accountId: null, correlationId: null, deadline: steadyNow() + callTimeoutMs };
      await this.pipeline.execute(endWipeTask, { wipeId, kind: task.kind }, context);
    }
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await Promise.allSettled(this.#lastWorkBySubject.values());
  }

  /** Returns the task, which stays stored, or undefined if the wipe has none. */
  async #runTask(wipeId: string): Promise<Pick<WipeTask, 'kind'> | undefined> {
    const task = await this.queries.findTask(wipeId);
    if (task?.kind === 'hide') await this.posted.hide(task.subjectId, wipeId, newCallContext());
    else if (task) await this.posted.show(task.subjectId, wipeId, newCallContext());
    return task;
  }

  #oneAtATime<T>(subjectId: string, work: () => Promise<T>): Promise<T> {
    const before = this.#lastWorkBySubject.get(subjectId) ?? Promise.resolve();
    const locked = () => this.#withLock(subjectId, work);
    const mine = before.then(locked, locked);
    this.#lastWorkBySubject.set(subjectId, mine);
    const forget = () => {
      if (this.#lastWorkBySubject.get(subjectId) === mine) this.#lastWorkBySubject.delete(subjectId);
    };
    mine.then(forget, forget);
    return mine;
  }

  /** @throws Refusal `unavailable` if this process stops before the lock is free */
  async #withLock<T>(subjectId: string, work: () => Promise<T>): Promise<T> {
    const hold = await this.locks.hold(`wipes of ${subjectId}`, this.#stopping.signal);
    if (!hold) throw unavailable();
    try {
      return await work();
    } finally {
      await hold.release();
    }
  }
}

import { isOutage } from '@hearsay/event-store';
import { subscribeLive } from '@hearsay/messaging';
import type { NatsConnection, Subscription } from '@nats-io/nats-core';
import type { Logger } from './logger.js';
import type { Metrics } from './metrics.js';
import type { ServerWatch } from './server-watch.js';
import { SweepQueue } from './sweep-queue.js';

export interface DueRow {
  readonly id: string;
  /** Milliseconds until the work is due, by the clock of the database. The work is due at 0 and below. */
  readonly dueInMs: number;
}

/** SQL for `DueRow.dueInMs`, from a column `due_at`. */
export const dueInMs = '(extract(epoch from due_at - now()) * 1000)::float8';

interface Look {
  readonly name: string;
  /** The time between two sweeps. A process also sweeps at its start, unless `startsLate` is true. */
  readonly everyMs: number;
  readonly startsLate?: boolean;
  /** The core NATS subject below `jobs.<service>.` on which a commit announces work. */
  readonly wokenBy?: string;
  isDone?(): Promise<boolean>;
}

/** A sweep that every process may run. It uses `for update skip locked`, or its repetition changes nothing. */
interface SliceSweep extends Look {
  /** Handles some rows. Resolves to true if there may be more. */
  sweep(): Promise<boolean>;
}

/** A sweep that only one process runs at a time, through BullMQ. It handles one row after the other. */
export interface RowSweep extends Look {
  readonly redisUrl: string;
  due(): Promise<readonly DueRow[]>;
  /** Does the row's work and deletes the row. A repetition must change nothing, even one that runs at the same time. */
  run(row: DueRow): Promise<unknown>;
}

export type Sweep = SliceSweep | RowSweep;

export interface SweeperOptions {
  readonly prefix: string;
  readonly connection: NatsConnection;
  readonly log: Logger;
  readonly metrics: Pick<Metrics, 'watchDueJobs'>;
  readonly servers: ServerWatch;
}

/** Finds rows with due work and does it. Without Redis, each process does all due work that it finds. */
export class Sweeper {
  readonly #sweep: Sweep;
  readonly #log: Logger;
  readonly #timer: NodeJS.Timeout;
  readonly #subscription: Subscription | undefined;
  readonly #queue: SweepQueue | undefined;
  #running: Promise<void> | undefined;
  #isWoken = false;
  #isStopped = false;

  constructor(sweep: Sweep, { connection, prefix, log, metrics, servers }: SweeperOptions) {
    this.#sweep = sweep;
    this.#log = log;
    const { name, everyMs, startsLate, wokenBy } = sweep;
    if ('run' in sweep) {
      metrics.watchDueJobs(name, () => sweep.due());
      const { redisUrl } = sweep;
      this.#queue = new SweepQueue({ queue: name, redisUrl, prefix, log, servers, sweep: () => this.#run() });
    }
    if (wokenBy) this.#subscription = subscribeLive(connection, `${prefix}${wokenBy}`, () => this.#wake());
    this.#timer = setInterval(() => void this.#wake(), everyMs).unref();
    if (!startsLate) void this.#wake();
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    clearInterval(this.#timer);
    this.#subscription?.unsubscribe();
    await this.#running;
    await this.#queue?.stop();
  }

  async isDone(): Promise<boolean> {
    if (!('run' in this.#sweep)) return this.#sweep.isDone?.() ?? true;
    return (await this.#sweep.due()).every(({ dueInMs }) => dueInMs > 0);
  }

  async #wake(): Promise<void> {
    if (!(await this.#queue?.add())) await this.#run();
  }

  /** Resolves when no row is due. Rows that become due during the sweep are handled too. */
  #run(): Promise<void> {
    this.#isWoken = true;
    this.#running ??= this.#sweepAll();
    return this.#running;
  }

  async #sweepAll(): Promise<void> {
    while (this.#isWoken && !this.#isStopped) {
      this.#isWoken = false;
      try {
        while (!this.#isStopped && (await this.#sweepSome()));
      } catch (error) {
        this.#logFailure(error);
      }
    }
    this.#running = undefined;
  }

  #sweepSome(): Promise<boolean> {
    return 'run' in this.#sweep ? this.#runRows(this.#sweep) : this.#sweep.sweep();
  }

  /** Handles all due rows. If one row fails, the other rows are still handled, and the next sweep retries that row. */
  async #runRows(sweep: RowSweep): Promise<boolean> {
    let isAnyDone = false;
    for (const row of await sweep.due()) {
      if (this.#isStopped || row.dueInMs > 0) break;
      try {
        await sweep.run(row);
        isAnyDone = true;
      } catch (error) {
        this.#logFailure(error);
      }
    }
    return isAnyDone;
  }

  #logFailure(err: unknown): void {
    const level = isOutage(err) ? 'debug' : 'warn';
    this.#log[level]({ err, sweep: this.#sweep.name }, 'A sweep failed, the next one tries it again');
  }
}

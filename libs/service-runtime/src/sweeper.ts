import { isOutage } from '@hearsay/event-store';
import { subscribeLive } from '@hearsay/messaging';
import type { NatsConnection, Subscription } from '@nats-io/nats-core';
import type { Logger } from './logger.js';
import type { Metrics } from './metrics.js';
import type { ServerWatch } from './server-watch.js';
import { SweepQueue } from './sweep-queue.js';

export interface DueRow {
  readonly id: string;
  /** Milliseconds until the work is due, by the clock of the database. Not positive: it is due. */
  readonly dueInMs: number;
}

/** SQL for `dueInMs`, from a column `due_at`. */
export const dueInMs = '(extract(epoch from due_at - now()) * 1000)::float8';

interface Look {
  readonly name: string;
  /** A process also sweeps at its start, unless `startsLate`. */
  readonly everyMs: number;
  readonly startsLate?: boolean;
  /** Core NATS subject below `jobs.<service>.` on which a commit announces work. */
  readonly wokenBy?: string;
  isDone?(): Promise<boolean>;
}

/** Any process may take these rows: `for update skip locked` claims them, or a repeat changes nothing. */
interface SliceSweep extends Look {
  /** Resolves to true when there may be more. */
  sweep(): Promise<boolean>;
}

/** Handles one row after the other. BullMQ gives them to one process at a time. */
export interface RowSweep extends Look {
  readonly redisUrl: string;
  due(): Promise<readonly DueRow[]>;
  /** Does the row's work and deletes the row. A repeat after a kill, even in parallel, changes nothing. */
  run(row: DueRow): Promise<void>;
}

export type Sweep = SliceSweep | RowSweep;

export interface SweeperOptions {
  readonly prefix: string;
  readonly connection: NatsConnection;
  readonly log: Logger;
  readonly metrics: Pick<Metrics, 'watchDueJobs'>;
  readonly servers: ServerWatch;
}

/** The rows are the truth: without Redis, each process does the due work that it finds. */
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

  /** Resolves when nothing is due. Rows that fall due during the sweep are handled too. */
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
        this.#tell(error);
      }
    }
    this.#running = undefined;
  }

  #sweepSome(): Promise<boolean> {
    return 'run' in this.#sweep ? this.#runRows(this.#sweep) : this.#sweep.sweep();
  }

  /** A failing row does not hold up the others; the next sweep retries it. */
  async #runRows(sweep: RowSweep): Promise<boolean> {
    let isAnyDone = false;
    for (const row of await sweep.due()) {
      if (this.#isStopped || row.dueInMs > 0) break;
      try {
        await sweep.run(row);
        isAnyDone = true;
      } catch (error) {
        this.#tell(error);
      }
    }
    return isAnyDone;
  }

  #tell(err: unknown): void {
    const level = isOutage(err) ? 'debug' : 'warn';
    this.#log[level]({ err, sweep: this.#sweep.name }, 'A sweep failed, the next one tries it again');
  }
}

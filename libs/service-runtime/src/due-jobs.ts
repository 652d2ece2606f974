import { subscribeLive } from '@hearsay/messaging';
import type { NatsConnection } from '@nats-io/nats-core';
import { type Job, Queue, Worker } from 'bullmq';
import { Redis } from 'ioredis';
import type { Logger } from './logger.js';
import type { Metrics } from './metrics.js';

/** How often rows are looked for that have no job. */
const sweepEveryMs = 30_000;
/** The pause behind the first try to reach Redis; each further one is so much longer. */
const reconnectPauseMs = 50;
/** The longest pause between two tries to reach Redis. */
const maxReconnectPauseMs = 1000;
/** How often Redis is pinged, so that a connection that fell silent is noticed. */
const pingEveryMs = 2000;
/** A connection that has not answered for so long is closed and made again. */
const answerWithinMs = 5000;
/** The same where BullMQ waits for a job: up to ten seconds pass there without an answer. */
const jobWithinMs = 12_000;
/** How long a job belongs to a worker that says nothing of it. A worker that runs says so twice as often. */
const jobLockMs = 15_000;
/** How often jobs of workers that have died are looked for. BullMQ's own half minute for both left a wipe half done for a minute. */
const lookForStalledEveryMs = 5000;

/** A row that says what has to be done and when. */
export interface DueJob {
  /** Unique among the service's jobs of one kind; without colons, which BullMQ keeps for itself. */
  readonly id: string;
  /** ISO instant. */
  readonly dueAt: string;
}

export interface DueJobsOptions {
  /** What the queue is called, unique in the system. */
  readonly queue: string;
  readonly redisUrl: string;
  /** Separates systems that share a Redis. */
  readonly prefix: string;
  readonly connection: NatsConnection;
  /** Core NATS subject below `jobs.<service>.` on which a commit announces a new row, as a `DueJob`. */
  readonly subject: string;
  /** Rows that wait, also those of the future, the earliest first. */
  due(): Promise<readonly DueJob[]>;
  /** Does what a row says and strikes it. Run again after a kill, and for a row that is gone: then it does nothing. */
  run(job: DueJob): Promise<void>;
  readonly log: Logger;
  readonly metrics: Pick<Metrics, 'watchDueJobs'>;
}

/**
 * Runs due rows through BullMQ, one at a time. A row in the service's database is the truth, a job only its alarm clock: rows without a
 * job get one at start, every 30 s and whenever Redis comes back. Without Redis jobs wait and nothing else notices.
 */
export class DueJobs {
  readonly #options: DueJobsOptions;
  readonly #redis: Redis;
  readonly #workerRedis: Redis;
  /** Made anew whenever Redis comes back: a queue that met a dying Redis at its birth never recovers. */
  #queue: Queue | undefined;
  readonly #worker: Worker;
  readonly #subscription: ReturnType<typeof subscribeLive>;
  readonly #sweeper: NodeJS.Timeout;
  readonly #pinger: NodeJS.Timeout;
  #isAway = false;
  #isStopped = false;

  /** Starts at once; does not wait for Redis. */
  constructor(options: DueJobsOptions) {
    this.#options = options;
    options.metrics.watchDueJobs(options.queue, () => options.due());
    const { connection, prefix, queue, log } = options;
    const keys = `${prefix.replaceAll('.', '')}hearsay`;
    const watched = {
      retryStrategy: (attempt: number) => Math.min(attempt * reconnectPauseMs, maxReconnectPauseMs),
      socketTimeout: answerWithinMs,
    };
    // Adding a job must fail at once while Redis is away; the worker's own connection waits for it.
    this.#redis = new Redis(options.redisUrl, { enableOfflineQueue: false, maxRetriesPerRequest: 0, ...watched });
    this.#workerRedis = new Redis(options.redisUrl, { maxRetriesPerRequest: null, ...watched });
    const duplicate = this.#workerRedis.duplicate.bind(this.#workerRedis);
    this.#workerRedis.duplicate = (other) => duplicate({ ...other, socketTimeout: jobWithinMs });
    const jobsWait = (error: Error) => {
      if (this.#isStopped) return;
      log[this.#isAway ? 'debug' : 'warn']({ error: error.message, queue }, 'Redis is out of reach, jobs wait');
      this.#isAway = true;
    };
    this.#redis.on('error', jobsWait);
    this.#workerRedis.on('error', jobsWait);
    this.#redis.on('ready', () => {
      if (this.#isAway) log.info({ queue }, 'Redis is back');
      this.#isAway = false;
      void this.#queue?.close().catch(jobsWait);
      this.#queue = new Queue(queue, { connection: this.#redis, prefix: keys, skipWaitingForReady: true });
      this.#queue.on('error', jobsWait);
      void this.sweep();
    });

    const workerOptions = {
      connection: this.#workerRedis,
      prefix: keys,
      lockDuration: jobLockMs,
      stalledInterval: lookForStalledEveryMs,
    };
    this.#worker = new Worker(queue, (job: Job<DueJob>) => options.run(job.data), workerOptions);
    this.#worker.on('error', jobsWait);
    this.#worker.on('failed', (_job, error) => log.warn({ error: error.message, queue }, 'A job failed, the next sweep tries it again'));

    this.#subscription = subscribeLive<DueJob>(
      connection,
      `${prefix}${options.subject}`,
      (job) => void this.#enqueue([job]),
      (error) => log.error({ err: error }, 'A wake-up could not be read'),
    );
    // An answer that never comes closes the connection, see `socketTimeout`.
    const ping = () => {
      for (const redis of [this.#redis, this.#workerRedis]) if (redis.status === 'ready') void redis.ping().catch(() => undefined);
    };
    this.#pinger = setInterval(ping, pingEveryMs);
    this.#sweeper = setInterval(() => void this.sweep(), sweepEveryMs);
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    clearInterval(this.#sweeper);
    clearInterval(this.#pinger);
    this.#subscription?.unsubscribe();
    // Without Redis a worker cannot say goodbye; its jobs are taken up again by the next one.
    await this.#worker.close(this.#workerRedis.status !== 'ready').catch(() => undefined);
    await this.#queue?.close().catch(() => undefined);
    this.#redis.disconnect();
    this.#workerRedis.disconnect();
  }

  /** Gives every due row without a job one. */
  async sweep(): Promise<void> {
    if (this.#isStopped || this.#redis.status !== 'ready') return;
    try {
      await this.#enqueue(await this.#options.due());
    } catch (error) {
      this.#options.log.warn({ error: (error as Error).message }, 'Due rows could not be read');
    }
  }

  async #enqueue(jobs: readonly DueJob[]): Promise<void> {
    if (this.#isStopped || this.#redis.status !== 'ready' || jobs.length === 0) return;
    try {
      await this.#queue?.addBulk(
        jobs.map(({ id, dueAt }) => ({
          name: 'due',
          data: { id, dueAt },
          // A job of this id that waits already is kept. Nothing stays behind: a failed row is found by the next sweep.
          opts: { jobId: id, delay: Math.max(0, Date.parse(dueAt) - Date.now()), removeOnComplete: true, removeOnFail: true },
        })),
      );
    } catch (error) {
      this.#options.log.debug({ error: (error as Error).message }, 'Jobs could not be queued, the next sweep does it');
    }
  }
}

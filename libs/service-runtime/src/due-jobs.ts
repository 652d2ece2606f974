import { once } from 'node:events';
import { subscribeLive } from '@hearsay/messaging';
import type { NatsConnection } from '@nats-io/nats-core';
import { type Job, Queue, Worker } from 'bullmq';
import { Redis, ReplyError } from 'ioredis';
import type { Logger } from './logger.js';
import type { Metrics } from './metrics.js';
import type { ServerWatch } from './server-watch.js';

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

/** Writes as BullMQ does: by a script, and two keys of the queue at once. */
const probeScript = `for _, key in ipairs(KEYS) do redis.call('SET', key, '1', 'PX', 1000) end`;

const isRefusal = (error: unknown): boolean => error instanceof ReplyError;

/** Resolves when the connection is made. @throws why it could not be made */
export const whenConnected = async (redis: Redis): Promise<void> => {
  if (redis.status === 'ready') return;
  const waiting = new AbortController();
  const failure = once(redis, 'error', waiting).then(([error]) => Promise.reject(error as Error));
  await Promise.race([once(redis, 'ready', waiting), failure]).finally(() => waiting.abort());
};

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
  readonly servers: ServerWatch;
}

/**
 * Runs due rows through BullMQ, one at a time. A row in the service's database is the truth, a job only its alarm clock: rows without a
 * job get one at start, every 30 s and whenever Redis comes back. Without Redis jobs wait and nothing else notices.
 *
 * BullMQ's worker runs only while Redis does what BullMQ asks of it: refused, its loop would ask again at once and never yield.
 */
export class DueJobs {
  readonly #options: DueJobsOptions;
  readonly #redis: Redis;
  readonly #workerRedis: Redis;
  readonly #keys: string;
  /** Made anew whenever Redis comes back: a queue that met a dying Redis at its birth never recovers. */
  #queue: Queue | undefined;
  #worker: Worker | undefined;
  /** A refusal that the worker has met since Redis was asked last. */
  #refusal: Error | undefined;
  readonly #watching: ReturnType<ServerWatch['add']>;
  readonly #subscription: ReturnType<typeof subscribeLive>;
  readonly #sweeper: NodeJS.Timeout;
  readonly #pinger: NodeJS.Timeout;
  #isStopped = false;

  /** Starts at once; does not wait for Redis. */
  constructor(options: DueJobsOptions) {
    this.#options = options;
    options.metrics.watchDueJobs(options.queue, () => options.due());
    const { connection, prefix, log } = options;
    this.#keys = `${prefix.replaceAll('.', '')}hearsay`;
    const watched = {
      retryStrategy: (attempt: number) => Math.min(attempt * reconnectPauseMs, maxReconnectPauseMs),
      socketTimeout: answerWithinMs,
    };
    // Adding a job must fail at once while Redis is away; the worker's own connection waits for it.
    this.#redis = new Redis(options.redisUrl, { enableOfflineQueue: false, maxRetriesPerRequest: 0, ...watched });
    this.#workerRedis = new Redis(options.redisUrl, { maxRetriesPerRequest: null, ...watched });
    const duplicate = this.#workerRedis.duplicate.bind(this.#workerRedis);
    this.#workerRedis.duplicate = (other) => duplicate({ ...other, socketTimeout: jobWithinMs });
    for (const redis of [this.#redis, this.#workerRedis]) redis.on('error', () => undefined);
    this.#watching = options.servers.add({
      server: 'Redis',
      isNeeded: false,
      meanwhile: 'jobs wait',
      check: () => this.#check(),
    });
    this.#redis.on('ready', () => {
      if (this.#queue) this.#openQueue();
      this.#watching.askNow();
    });

    this.#subscription = subscribeLive<DueJob>(
      connection,
      `${prefix}${options.subject}`,
      (job) => void this.#enqueue([job]),
      (error) => log.error({ err: error }, 'A wake-up could not be read'),
    );
    // An answer that never comes closes the connection, see `socketTimeout`.
    const ping = () => {
      for (const redis of [this.#redis, this.#workerRedis])
        if (redis.status === 'ready') void redis.ping().catch(() => undefined);
    };
    this.#pinger = setInterval(ping, pingEveryMs);
    this.#sweeper = setInterval(() => void this.sweep(), sweepEveryMs);
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    clearInterval(this.#sweeper);
    clearInterval(this.#pinger);
    this.#subscription?.unsubscribe();
    this.#watching.stop();
    // Without Redis a worker cannot say goodbye; its jobs are taken up again by the next one.
    await this.#worker?.close(this.#workerRedis.status !== 'ready').catch(() => undefined);
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
      this.#options.log.warn({ err: error }, 'Due rows could not be read');
    }
  }

  /** Begins work when Redis takes it, and ends it when Redis refuses. @throws what Redis answers */
  async #check(): Promise<void> {
    await whenConnected(this.#redis);
    const { queue } = this.#options;
    const refusal = this.#refusal;
    this.#refusal = undefined;
    try {
      if (!this.#worker) await this.#redis.info();
      await this.#redis.eval(probeScript, 2, ...['probe', 'other-probe'].map((key) => `${this.#keys}:${queue}:${key}`));
    } catch (error) {
      if (isRefusal(error)) this.#endWork();
      throw error;
    }
    if (!this.#worker && !this.#isStopped) this.#beginWork();
    if (refusal) throw refusal;
  }

  #beginWork(): void {
    const { queue, run, log } = this.#options;
    this.#openQueue();
    const worker = new Worker(queue, (job: Job<DueJob>) => run(job.data), {
      connection: this.#workerRedis,
      prefix: this.#keys,
      lockDuration: jobLockMs,
      stalledInterval: lookForStalledEveryMs,
    });
    worker.on('error', (error) => {
      if (!isRefusal(error) || worker !== this.#worker) return;
      this.#refusal = error;
      this.#endWork();
    });
    worker.on('failed', (_job, error) =>
      log.warn({ error: error.message, queue }, 'A job failed, the next sweep tries it again'),
    );
    this.#worker = worker;
  }

  #endWork(): void {
    void this.#worker?.close().catch(() => undefined);
    this.#worker = undefined;
  }

  /** With a job for each row that is due. */
  #openQueue(): void {
    void this.#queue?.close().catch(() => undefined);
    this.#queue = new Queue(this.#options.queue, {
      connection: this.#redis,
      prefix: this.#keys,
      skipWaitingForReady: true,
    });
    this.#queue.on('error', () => undefined);
    void this.sweep();
  }

  async #enqueue(jobs: readonly DueJob[]): Promise<void> {
    if (this.#isStopped || this.#redis.status !== 'ready' || jobs.length === 0) return;
    try {
      await this.#queue?.addBulk(
        jobs.map(({ id, dueAt }) => ({
          name: 'due',
          data: { id, dueAt },
          // A job of this id that waits already is kept. Nothing stays behind: a failed row is found by the next sweep.
          opts: {
            jobId: id,
            delay: Math.max(0, Date.parse(dueAt) - Date.now()),
            removeOnComplete: true,
            removeOnFail: true,
          },
        })),
      );
    } catch (error) {
      this.#options.log.debug({ error: (error as Error).message }, 'Jobs could not be queued, the next sweep does it');
    }
  }
}

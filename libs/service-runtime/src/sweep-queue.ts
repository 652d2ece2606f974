import { once } from 'node:events';
import { Queue, Worker } from 'bullmq';
import { Redis, ReplyError } from 'ioredis';
import type { Logger } from './logger.js';
import type { ServerWatch } from './server-watch.js';

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

/** The one job that a queue ever holds. BullMQ keeps colons for itself. */
const sweepJob = 'sweep';

export interface SweepQueueOptions {
  /** Name of the queue, unique in the system. */
  readonly queue: string;
  readonly redisUrl: string;
  /** Separates systems that share a Redis. */
  readonly prefix: string;
  readonly sweep: () => Promise<void>;
  readonly log: Logger;
  readonly servers: ServerWatch;
}

/**
 * Gives each wake-up to one of all processes, through BullMQ. Its only job is empty: Redis learns of no row.
 *
 * BullMQ's worker runs only while Redis does what BullMQ asks. Refused, its loop would ask again at once and never yield.
 */
export class SweepQueue {
  readonly #options: SweepQueueOptions;
  readonly #redis: Redis;
  readonly #workerRedis: Redis;
  readonly #keys: string;
  /** Replaced whenever Redis comes back: a queue that met a dying Redis at its birth never recovers. */
  #queue: Queue | undefined;
  #worker: Worker | undefined;
  /** A refusal that the worker has met since the last check. */
  #refusal: Error | undefined;
  readonly #watching: ReturnType<ServerWatch['add']>;
  readonly #pinger: NodeJS.Timeout;
  #isStopped = false;

  /** Starts at once and does not wait for Redis. */
  constructor(options: SweepQueueOptions) {
    this.#options = options;
    this.#keys = `${options.prefix.replaceAll('.', '')}hearsay`;
    const watched = {
      retryStrategy: (attempt: number) => Math.min(attempt * reconnectPauseMs, maxReconnectPauseMs),
      socketTimeout: answerWithinMs,
    };
    // Adding a job must fail at once while Redis is away. The worker's own connection waits for it.
    this.#redis = new Redis(options.redisUrl, { enableOfflineQueue: false, maxRetriesPerRequest: 0, ...watched });
    this.#workerRedis = new Redis(options.redisUrl, { maxRetriesPerRequest: null, ...watched });
    const duplicate = this.#workerRedis.duplicate.bind(this.#workerRedis);
    this.#workerRedis.duplicate = (other) => duplicate({ ...other, socketTimeout: jobWithinMs });
    for (const redis of [this.#redis, this.#workerRedis]) redis.on('error', () => undefined);
    this.#watching = options.servers.add({
      server: 'Redis',
      isNeeded: false,
      meanwhile: 'each process looks for due work by itself',
      check: () => this.#check(),
    });
    this.#redis.on('ready', () => {
      if (this.#queue) this.#openQueue();
      this.#watching.askNow();
    });
    // An answer that never comes closes the connection, see `socketTimeout`.
    const ping = () => {
      for (const redis of [this.#redis, this.#workerRedis])
        if (redis.status === 'ready') void redis.ping().catch(() => undefined);
    };
    this.#pinger = setInterval(ping, pingEveryMs);
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    clearInterval(this.#pinger);
    this.#watching.stop();
    // Without Redis a worker cannot sign off. The next one takes its job up again.
    await this.#worker?.close(this.#workerRedis.status !== 'ready').catch(() => undefined);
    await this.#queue?.close().catch(() => undefined);
    this.#redis.disconnect();
    this.#workerRedis.disconnect();
  }

  /** Has some process sweep, once more if one sweeps already. False: Redis does not take it. */
  async add(): Promise<boolean> {
    if (!this.#queue || !this.#worker || this.#redis.status !== 'ready') return false;
    const deduplication = { id: sweepJob, keepLastIfActive: true };
    const options = { deduplication, removeOnComplete: true, removeOnFail: true };
    return this.#queue.add(sweepJob, {}, options).then(
      () => true,
      () => false,
    );
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
    const { queue, sweep } = this.#options;
    this.#openQueue();
    const worker = new Worker(queue, sweep, {
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
    this.#worker = worker;
  }

  #endWork(): void {
    void this.#worker?.close().catch(() => undefined);
    this.#worker = undefined;
  }

  /** Opens the queue without the deduplication key of an unfinished job, which would keep the next job away. */
  #openQueue(): void {
    void this.#queue?.close().catch(() => undefined);
    const queue = new Queue(this.#options.queue, {
      connection: this.#redis,
      prefix: this.#keys,
      skipWaitingForReady: true,
    });
    queue.on('error', () => undefined);
    void queue.removeDeduplicationKey(sweepJob).catch(() => undefined);
    this.#queue = queue;
  }
}

import { once } from 'node:events';
import { Queue, Worker } from 'bullmq';
import { type Redis, ReplyError } from 'ioredis';
import type { Logger } from './logger.js';
import { openRedis } from './redis.js';
import type { ServerWatch } from './server-watch.js';

const reconnectPauseMs = 50;
const maxReconnectPauseMs = 1000;
const pingEveryMs = 2000;
const answerWithinMs = 5000;
/** A time limit above the ten seconds for which BullMQ waits for a job. */
const jobWithinMs = 12_000;
/** A worker loses its job if it is silent for this time. A running worker renews its lock twice in this time. */
const jobLockMs = 15_000;
/** How often BullMQ looks for jobs of dead workers. With the default of 30 s, a wipe could be delayed by a minute. */
const lookForStalledEveryMs = 5000;

/** A test write like those of BullMQ: a script that sets two keys of the queue. */
const probeScript = `for _, key in ipairs(KEYS) do redis.call('SET', key, '1', 'PX', 1000) end`;

const isRefusal = (error: unknown): boolean => error instanceof ReplyError;

export const untilConnected = async (redis: Redis): Promise<void> => {
  if (redis.status === 'ready') return;
  const waiting = new AbortController();
  const failure = once(redis, 'error', waiting).then(([error]) => Promise.reject(error as Error));
  await Promise.race([once(redis, 'ready', waiting), failure]).finally(() => waiting.abort());
};

/** The id of the only job in a queue. It has no colon, because BullMQ reserves colons. */
const sweepJob = 'sweep';

export interface SweepQueueOptions {
  readonly queue: string;
  readonly redisUrl: string;
  readonly prefix: string;
  readonly sweep: () => Promise<void>;
  readonly log: Logger;
  readonly servers: ServerWatch;
}

/**
 * Wakes one process of the service for a sweep, through BullMQ. The only job of the queue is empty, so Redis stores
 * nothing about rows. The worker runs only while Redis accepts BullMQ's commands. On a refusal BullMQ's loop would
 * retry without a pause.
 */
export class SweepQueue {
  readonly #options: SweepQueueOptions;
  readonly #redis: Redis;
  readonly #workerRedis: Redis;
  readonly #keys: string;
  /** Replaced whenever Redis works again, because a queue never recovers if it was created on a failing Redis. */
  #queue: Queue | undefined;
  #worker: Worker | undefined;
  #refusal: Error | undefined;
  readonly #watching: ReturnType<ServerWatch['add']>;
  readonly #pinger: NodeJS.Timeout;
  #isStopped = false;

  constructor(options: SweepQueueOptions) {
    this.#options = options;
    this.#keys = `${options.prefix.replaceAll('.', '')}hearsay`;
    const watched = {
      retryStrategy: (attempt: number) => Math.min(attempt * reconnectPauseMs, maxReconnectPauseMs),
      socketTimeout: answerWithinMs,
    };
    // While Redis is away, `add` must fail at once. The worker has another connection, which waits for Redis.
    this.#redis = openRedis(options.redisUrl, { enableOfflineQueue: false, maxRetriesPerRequest: 0, ...watched });
    this.#workerRedis = openRedis(options.redisUrl, { maxRetriesPerRequest: null, ...watched });
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
    // Without an answer to the ping, `socketTimeout` closes the connection.
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
    // Without Redis a worker cannot release its job. Another worker then takes the job over.
    await this.#worker?.close(this.#workerRedis.status !== 'ready').catch(() => undefined);
    await this.#queue?.close().catch(() => undefined);
    this.#redis.disconnect();
    this.#workerRedis.disconnect();
  }

  /** Makes one process sweep, or sweep again if a sweep runs. Resolves to false if Redis does not accept the job. */
  async add(): Promise<boolean> {
    if (!this.#queue || !this.#worker || this.#redis.status !== 'ready') return false;
    const deduplication = { id: sweepJob, keepLastIfActive: true };
    const options = { deduplication, removeOnComplete: true, removeOnFail: true };
    return this.#queue.add(sweepJob, {}, options).then(
      () => true,
      () => false,
    );
  }

  /** Starts the worker if Redis accepts its commands, and stops it if Redis refuses. @throws the refusal */
  async #check(): Promise<void> {
    await untilConnected(this.#redis);
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

  /** Opens a queue. Deletes the deduplication key of an unfinished job, which would block the next job. */
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

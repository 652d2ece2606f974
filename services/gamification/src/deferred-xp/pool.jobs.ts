import { subscribeLive } from '@hearsay/messaging';
import type { Logger, ServiceDependencies } from '@hearsay/service-runtime';
import { type Job, Queue, Worker } from 'bullmq';
import { Redis } from 'ioredis';
import type { GamificationConfig } from '../config.js';
import { type PoolDue, poolSubject } from './defer-xp.decider.js';
import type { PoolPayments } from './pool.payments.js';

const queueName = 'anonymous-xp-pools';
const sweepEveryMs = 30_000;
const reconnectWithinMs = 1000;

interface PoolJobsOptions {
  readonly redisUrl: string;
  /** Separates systems that share a Redis. */
  readonly prefix: string;
  readonly connection: ServiceDependencies<GamificationConfig>['connection'];
  readonly payments: PoolPayments;
  readonly log: Logger;
}

/**
 * Runs pools through BullMQ, one at a time. A row of `xp_pools` is the truth, a job only its alarm clock: rows without a job get one at
 * start, every 30 s and whenever Redis comes back. Without Redis jobs wait and nothing else notices.
 */
export class PoolJobs {
  readonly #options: PoolJobsOptions;
  readonly #redis: Redis;
  readonly #workerRedis: Redis;
  /** Made anew whenever Redis comes back: a queue that met a dying Redis at its birth never recovers. */
  #queue: Queue | undefined;
  readonly #worker: Worker;
  readonly #subscription: ReturnType<typeof subscribeLive>;
  readonly #sweeper: NodeJS.Timeout;
  #isStopped = false;

  /** Starts at once; does not wait for Redis. */
  constructor(options: PoolJobsOptions) {
    this.#options = options;
    const { connection, prefix, log } = options;
    const keys = `${prefix.replaceAll('.', '')}hearsay`;
    const retryStrategy = (attempt: number) => Math.min(attempt * 50, reconnectWithinMs);
    // Adding a job must fail at once while Redis is away; the worker's own connection waits for it.
    this.#redis = new Redis(options.redisUrl, { enableOfflineQueue: false, maxRetriesPerRequest: 0, retryStrategy });
    this.#workerRedis = new Redis(options.redisUrl, { maxRetriesPerRequest: null, retryStrategy });
    const jobsWait = (error: Error) => log.debug({ error: error.message }, 'Redis is out of reach, jobs wait');
    this.#redis.on('error', jobsWait);
    this.#workerRedis.on('error', jobsWait);
    this.#redis.on('ready', () => {
      void this.#queue?.close().catch(jobsWait);
      this.#queue = new Queue(queueName, { connection: this.#redis, prefix: keys, skipWaitingForReady: true });
      this.#queue.on('error', jobsWait);
      void this.sweep();
    });

    this.#worker = new Worker(queueName, (job: Job<PoolDue>) => options.payments.pay(job.data.dueAt), {
      connection: this.#workerRedis,
      prefix: keys,
    });
    this.#worker.on('error', jobsWait);
    this.#worker.on('failed', (_job, error) => log.warn({ error: error.message }, 'A payment failed, the next sweep tries it again'));

    this.#subscription = subscribeLive<PoolDue>(
      connection,
      `${prefix}${poolSubject}`,
      ({ dueAt }) => void this.#enqueue([dueAt]),
      (error) => log.error({ err: error }, 'A wake-up could not be read'),
    );
    this.#sweeper = setInterval(() => void this.sweep(), sweepEveryMs);
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    clearInterval(this.#sweeper);
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
      await this.#enqueue(await this.#options.payments.due());
    } catch (error) {
      this.#options.log.warn({ error: (error as Error).message }, 'Due rows could not be read');
    }
  }

  async #enqueue(dues: readonly string[]): Promise<void> {
    if (this.#isStopped || this.#redis.status !== 'ready' || dues.length === 0) return;
    try {
      await this.#queue?.addBulk(
        dues.map((dueAt) => ({
          name: 'pay',
          data: { dueAt },
          // A job of this id that waits already is kept. Nothing stays behind: a failed row is found by the next sweep.
          opts: {
            jobId: `pool-${Date.parse(dueAt)}`,
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

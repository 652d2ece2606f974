import type pg from 'pg';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

interface Due {
  readonly dueAt: string;
}

const eventLoopMonitoredEveryMs = 100;

export const createMetrics = (service: string) => {
  const registry = new Registry();
  registry.setDefaultLabels({ service });
  // The default of 10 ms would wake each process a hundred times a second.
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: eventLoopMonitoredEveryMs });
  const pools = new Map<string, pg.Pool>();
  new Gauge({
    name: 'hearsay_pool_waiting',
    help: 'Requests that wait for a database connection, by pool',
    labelNames: ['pool'],
    registers: [registry],
    collect() {
      for (const [name, pool] of pools) this.set({ pool: name }, pool.waitingCount);
    },
  });
  new Gauge({
    name: 'hearsay_pool_connections',
    help: 'Open database connections, by pool and whether they are in use',
    labelNames: ['pool', 'state'],
    registers: [registry],
    collect() {
      for (const [name, pool] of pools) {
        this.set({ pool: name, state: 'idle' }, pool.idleCount);
        this.set({ pool: name, state: 'used' }, pool.totalCount - pool.idleCount);
      }
    },
  });
  const queues = new Map<string, () => Promise<readonly Due[]>>();
  new Gauge({
    name: 'hearsay_due_jobs',
    help: 'Rows that wait to be worked off, by queue: those whose time is to come, and those that are overdue',
    labelNames: ['queue', 'state'],
    registers: [registry],
    async collect() {
      for (const [queue, due] of queues) {
        // The database's own check reports an outage; the gauge keeps its last values.
        const rows = await due().catch(() => null);
        if (!rows) continue;
        const now = Date.now();
        const overdue = rows.filter(({ dueAt }) => Date.parse(dueAt) <= now).length;
        this.set({ queue, state: 'overdue' }, overdue);
        this.set({ queue, state: 'waiting' }, rows.length - overdue);
      }
    },
  });
  return {
    registry,
    calls: new Histogram({
      name: 'hearsay_call_seconds',
      help: 'Time to answer a call, by name and code',
      labelNames: ['name', 'code'],
      buckets: [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
      registers: [registry],
    }),
    batchSize: new Histogram({
      name: 'hearsay_batch_commands',
      help: 'Commands in one transaction of the pipeline',
      buckets: [1, 2, 4, 8, 16, 32, 64, 128, 256, 500],
      registers: [registry],
    }),
    watchPool: (name: string, pool: pg.Pool) => void pools.set(name, pool),
    watchQueue: (queued: () => number) =>
      new Gauge({
        name: 'hearsay_pipeline_queue_commands',
        help: 'Commands that wait for a batch of the pipeline',
        registers: [registry],
        collect() {
          this.set(queued());
        },
      }),
    watchDueJobs: (queue: string, due: () => Promise<readonly Due[]>) => void queues.set(queue, due),
    relayLag: new Gauge({
      name: 'hearsay_relay_lag_events',
      help: 'Committed events that other services read and that are not yet in JetStream',
      registers: [registry],
    }),
    oldestXmin: new Gauge({
      name: 'hearsay_oldest_xmin_seconds',
      help: 'How long the oldest running transaction of the PostgreSQL server has held every reader of a log back',
      registers: [registry],
    }),
    relayed: new Counter({
      name: 'hearsay_relay_published_total',
      help: 'Events acknowledged by JetStream',
      registers: [registry],
    }),
    consumerLag: new Gauge({
      name: 'hearsay_consumer_lag_events',
      help: 'Relayed events of the source that the consumer has not yet applied or passed over',
      labelNames: ['consumer'],
      registers: [registry],
    }),
    consumerStalled: new Gauge({
      name: 'hearsay_consumer_stalled',
      help: '1 while the stream of the source holds messages that the consumer does not get',
      labelNames: ['consumer'],
      registers: [registry],
    }),
    consumerHalted: new Gauge({
      name: 'hearsay_consumer_halted',
      help: '1 while a consumer stands at an event for which this process lacks a key or a release',
      labelNames: ['consumer'],
      registers: [registry],
    }),
    unreadableSeals: new Counter({
      name: 'hearsay_unreadable_seals_total',
      help: 'Sealed rows that could not be opened and counted as absent',
      registers: [registry],
    }),
    deadLetters: new Gauge({
      name: 'hearsay_dead_letters',
      help: 'Events that could not be applied and wait for an operator',
      labelNames: ['consumer'],
      registers: [registry],
    }),
  };
};

export type Metrics = ReturnType<typeof createMetrics>;

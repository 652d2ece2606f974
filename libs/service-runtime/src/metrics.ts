import type pg from 'pg';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

interface Due {
  readonly dueInMs: number;
}

const eventLoopMonitoredEveryMs = 100;

export const createMetrics = (service: string) => {
  const registry = new Registry();
  registry.setDefaultLabels({ service });
  // By default each process would wake up every 10 ms.
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: eventLoopMonitoredEveryMs });
  const gauge = <L extends string = never>(
    name: string,
    help: string,
    labelNames: readonly L[] = [],
    collect?: (this: Gauge<L>) => void | Promise<void>,
  ) => new Gauge<L>({ name: `hearsay_${name}`, help, labelNames, registers: [registry], ...(collect && { collect }) });
  const ofConsumer = ['consumer'] as const;
  const pools = new Map<string, pg.Pool>();
  gauge('pool_waiting', 'Requests that wait for a database connection, by pool', ['pool'], function () {
    for (const [name, pool] of pools) this.set({ pool: name }, pool.waitingCount);
  });
  const connectionsHelp = 'Open database connections, by pool and whether they are in use';
  gauge('pool_connections', connectionsHelp, ['pool', 'state'], function () {
    for (const [name, pool] of pools) {
      this.set({ pool: name, state: 'idle' }, pool.idleCount);
      this.set({ pool: name, state: 'used' }, pool.totalCount - pool.idleCount);
    }
  });
  const queues = new Map<string, () => Promise<readonly Due[]>>();
  const dueHelp = 'Rows that wait to be worked off, by queue: those whose time is to come, and those that are overdue';
  gauge('due_jobs', dueHelp, ['queue', 'state'], async function () {
    for (const [queue, due] of queues) {
      // The check of the database already reports an outage, so the gauge only keeps its last values.
      const rows = await due().catch(() => null);
      if (!rows) continue;
      const overdue = rows.filter(({ dueInMs }) => dueInMs <= 0).length;
      this.set({ queue, state: 'overdue' }, overdue);
      this.set({ queue, state: 'waiting' }, rows.length - overdue);
    }
  });
  const horizonHelp =
    'How long the oldest running transaction of the PostgreSQL server has held every reader of a log back';
  const relayHelp = 'Committed events that other services read and that are not yet in JetStream';
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
      gauge('pipeline_queue_commands', 'Commands that wait for a batch of the pipeline', [], function () {
        this.set(queued());
      }),
    /** Keeps the last value while PostgreSQL is away. */
    watchRelay: (lag: () => Promise<number>) =>
      gauge('relay_lag_events', relayHelp, [], async function () {
        await lag().then(
          (events) => this.set(events),
          () => undefined,
        );
      }),
    watchDueJobs: (queue: string, due: () => Promise<readonly Due[]>) => void queues.set(queue, due),
    /**
     * The seconds for which reads of the metrics have found the same oldest running transaction. Zero if no transaction
     * runs, or if no later one has ended yet. Keeps the last value during an outage.
     */
    watchHorizon: (pool: pg.Pool) => {
      let oldest = { xmin: '', since: 0 };
      return gauge('oldest_xmin_seconds', horizonHelp, [], async function () {
        const now = performance.now();
        const { rows } = await pool
          .query<{ xmin: string; xmax: string }>(
            'select pg_snapshot_xmin(s)::text as xmin, pg_snapshot_xmax(s)::text as xmax from pg_current_snapshot() s',
          )
          .catch(() => ({ rows: [] }));
        const [found] = rows;
        if (!found) return;
        const xmin = found.xmin === found.xmax ? '' : found.xmin;
        if (xmin !== oldest.xmin) oldest = { xmin, since: now };
        this.set(xmin === '' ? 0 : (now - oldest.since) / 1000);
      });
    },
    relayed: new Counter({
      name: 'hearsay_relay_published_total',
      help: 'Events acknowledged by JetStream',
      registers: [registry],
    }),
    consumerLag: gauge(
      'consumer_lag_events',
      'Relayed events of the source that the consumer has not yet applied or passed over',
      ofConsumer,
    ),
    consumerStalled: gauge(
      'consumer_stalled',
      '1 while the stream of the source holds messages that the consumer does not get',
      ofConsumer,
    ),
    consumerHalted: gauge(
      'consumer_halted',
      '1 while a consumer stands at an event for which this process lacks a key or a release',
      ofConsumer,
    ),
    unreadableSeals: new Counter({
      name: 'hearsay_unreadable_seals_total',
      help: 'Sealed rows that could not be opened and counted as absent',
      registers: [registry],
    }),
    deadLetters: gauge('dead_letters', 'Events that could not be applied and wait for an operator', ofConsumer),
  };
};

export type Metrics = ReturnType<typeof createMetrics>;

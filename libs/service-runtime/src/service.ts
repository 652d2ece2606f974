import { type CallerName, callerNames, eventSourcesOf, nudgeSubject, serviceNames } from '@hearsay/contracts';
import {
  type AggregateDefinition,
  AppendGuard,
  CommandPipeline,
  type Consumer,
  checkJetStream,
  deleteOldResults,
  eventStoreMigrations,
  isRelayed,
  type Migration,
  type ReadModel,
  Relay,
  type RowWriter,
  startConsumers,
} from '@hearsay/event-store';
import { RpcClient } from '@hearsay/messaging';
import type { NatsConnection } from '@nats-io/nats-core';
import type pg from 'pg';
import type { z } from 'zod';
import { natsAccess, type serviceSettings } from './config.js';
import {
  checkDatabase,
  checkSessions,
  checkStandby,
  createPool,
  type PoolSettings,
  warnOfFewConnections,
} from './database.js';
import { DatabaseClock } from './database-clock.js';
import { readingsHandlers, watchReaders } from './event-readers.js';
import { startHealthServer } from './health.js';
import { createLogger, type Logger } from './logger.js';
import { createMetrics, type Metrics } from './metrics.js';
import { connectToNats, livePublisher } from './nats-server.js';
import { type AnswerParts, startNest } from './nest.js';
import { OpenResources } from './open-resources.js';
import { ServerWatch } from './server-watch.js';
import { type Sweep, Sweeper } from './sweeper.js';

type Settings = z.output<z.ZodObject<typeof serviceSettings>>;
type Defaults = Pick<
  Settings,
  'HEALTH_HOST' | 'DATABASE_POOL_SIZE' | 'EVENT_STREAM_REPLICAS' | 'EVENT_STREAM_MAX_MB' | 'DATABASE_STANDBY'
>;
export type ServiceConfig = Omit<Settings, keyof Defaults> & Partial<Defaults>;

export interface ServiceDependencies<C extends ServiceConfig> {
  readonly config: C;
  /**
   * The pool for reads, sweeps and the relay. A frequent read needs a statement name, so that its plan is kept. Its row
   * limit must be in the SQL text. With a parameter as the limit, the planner would expect a tenth of the table.
   */
  readonly pool: pg.Pool;
  /**
   * The pool for reads that a command needs before it enters the pipeline. Reads of the other pool cannot delay them.
   */
  readonly commandPool: pg.Pool;
  readonly connection: NatsConnection;
  readonly rpc: RpcClient;
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly servers: ServerWatch;
  /** Milliseconds since 1970, by the clock of the database. */
  readonly now: () => number;
  readonly publish: (subject: string, data: object) => void;
}

export interface ServiceParts {
  /** The aggregates in the order in which a batch locks them. */
  readonly aggregates: readonly AggregateDefinition[];
  readonly readModels: readonly ReadModel[];
  readonly writers: Readonly<Record<string, RowWriter>>;
  assemble(pipeline: CommandPipeline): AnswerParts & {
    readonly consumers?: readonly Consumer[];
    readonly sweeps?: readonly Sweep[];
    start?(): Promise<void>;
    stop?(): Promise<void> | void;
  };
}

export interface ServiceDefinition<C extends ServiceConfig> {
  readonly name: string;
  readonly migrations: readonly Migration[];
  build(dependencies: ServiceDependencies<C>): ServiceParts;
}

export interface RunningService {
  readonly healthPort: number;
  readonly pipeline: CommandPipeline;
  readonly pool: pg.Pool;
  stop(): Promise<void>;
}

/** All migrations of a service. The migrations of the event store come first. */
export const serviceMigrations = (
  definition: Pick<ServiceDefinition<ServiceConfig>, 'migrations'>,
): readonly Migration[] => [...eventStoreMigrations, ...definition.migrations];

/** The caller name of a service. Tests also run unknown services, which call as `operator`. */
export const callerNameOf = (name: string): CallerName => callerNames.find((caller) => caller === name) ?? 'operator';

/** Builds the parts of a service. The service and its operator program share this code, so both run commands alike. */
export const assembleService = <C extends ServiceConfig>(
  definition: ServiceDefinition<C>,
  { subjectPrefix, ...use }: Omit<ServiceDependencies<C>, 'publish'> & { readonly subjectPrefix: string },
  isNewestRead = () => false,
) => {
  const { config, commandPool, connection, log, metrics, now } = use;
  const { name } = definition;
  const publish = livePublisher(connection, subjectPrefix, log);
  const parts = definition.build({ ...use, publish });
  const guard = new AppendGuard({ connection, service: name, subjectPrefix, log });
  const pipeline = new CommandPipeline({
    aggregates: parts.aggregates,
    readModels: parts.readModels,
    writers: parts.writers,
    pool: commandPool,
    idempotencySecret: config.IDEMPOTENCY_SECRET,
    publish: (message) => publish(message.subject, message.data),
    nudge: () => publish(nudgeSubject(name), {}),
    onBatch: (commands) => metrics.batchSize.observe(commands),
    isNewestRead,
    guard,
    log,
    now,
  });
  return { parts, guard, pipeline };
};

/** Checks that the service may read its sources, because NATS would refuse other sources only later. @throws Error */
const checkSources = (name: string, consumers: readonly Consumer[]): void => {
  const service = serviceNames.find((known) => known === name);
  if (!service) return;
  const unknown = consumers
    .map((consumer) => consumer.source)
    .filter((source) => !eventSourcesOf[service].some((known) => known === source));
  if (unknown.length > 0)
    throw new Error(`${name} reads events of ${unknown.join(', ')}: add this to eventSourcesOf in libs/contracts`);
};

const sweepResultsEveryMs = 10 * 60_000;
const oldResults = (pool: pg.Pool): Sweep => ({
  name: 'old results of commands',
  everyMs: sweepResultsEveryMs,
  sweep: () => deleteOldResults(pool),
});

const readConnections = 16;
/** One connection for batches, and three for reads before commands, for lost commits and for sweeps. */
const pipelineConnections = 4;
/** One connection for the relay's lock, and one for the consumers' locks. */
const lockConnections = 2;

type Timeouts = Pick<PoolSettings, 'connectWithinMs'>;

/** Starts a service. If this fails, everything is closed. `runService` handles signals and the environment. */
export const startService = async <C extends ServiceConfig>(
  definition: ServiceDefinition<C>,
  config: C,
  timeouts: Timeouts = {},
): Promise<RunningService> => {
  const opened = new OpenResources();
  return opened.during(() => openService(definition, config, timeouts, opened));
};

const openService = async <C extends ServiceConfig>(
  definition: ServiceDefinition<C>,
  config: C,
  timeouts: Timeouts,
  opened: OpenResources,
): Promise<RunningService> => {
  const { name } = definition;
  const log = createLogger({ service: name, level: config.LOG_LEVEL });
  const metrics = createMetrics(name);
  const prefix = config.SUBJECT_PREFIX;
  const requiresStandby = config.DATABASE_STANDBY === 'synchronous';
  const clock = new DatabaseClock(log);
  const openPool = (of: Pick<PoolSettings, 'service' | 'max' | 'keepsPlans'>): pg.Pool => {
    const made = createPool({ ...of, ...timeouts, requiresStandby, clock, url: config.DATABASE_URL, log });
    opened.add(() => made.end());
    return made;
  };
  const pool = openPool({ service: name, max: config.DATABASE_POOL_SIZE ?? readConnections });
  const pipelinePool = openPool({ service: `${name}-pipeline`, max: pipelineConnections, keepsPlans: true });
  const connection = await connectToNats({ ...natsAccess(config), name, process: name }, log);
  opened.add(() => connection.close());
  await checkSessions(pipelinePool);
  if (requiresStandby) await checkStandby(pipelinePool);
  const of = { connection, service: name, subjectPrefix: prefix, log };
  const servers = new ServerWatch(log);
  opened.add(() => servers.stop());
  servers.add({
    server: 'PostgreSQL',
    isNeeded: true,
    meanwhile: 'calls are refused with 503',
    check: () => checkDatabase({ pipelinePool, pool, clock }),
  });
  servers.add({
    server: 'NATS',
    isNeeded: true,
    meanwhile: 'events and live messages wait',
    check: async () => {
      await connection.rtt();
      await checkJetStream(of);
    },
  });

  let state: 'starting' | 'running' | 'stopping' = 'starting';
  let undone: () => Promise<string[]> = async () => ['start'];
  let stalled: () => readonly string[] = () => [];
  // The health server opens early and closes late, so that it also answers during the start and the stop.
  const health = await startHealthServer({
    port: config.HEALTH_PORT,
    host: config.HEALTH_HOST,
    registry: metrics.registry,
    ready: async () => {
      if (state !== 'running') return [state];
      const missing = await servers.missing();
      // Also checks the log here, because a process without calls would not notice a recovery of the log.
      if (guard.loss !== undefined) await guard.check(pipelinePool).catch(() => undefined);
      if (guard.loss !== undefined) missing.push(guard.loss);
      missing.push(...stalled().map((consumer) => `${consumer} does not get all messages of its stream`));
      return missing;
    },
    settled: () => undone(),
  });
  opened.add(() => health.close());

  const rpc = new RpcClient(connection, { prefix, caller: callerNameOf(name) });
  opened.add(() => rpc.close());
  const newest = watchReaders(name, { pool: pipelinePool, rpc, log });
  opened.add(() => newest.stop());
  const use = { ...of, pool, commandPool: pipelinePool, config, rpc, metrics, servers, now: clock.now };
  const { parts, pipeline, guard } = assembleService(definition, use, () => newest.areRead);
  const { consumers = [], sweeps = [], start, stop, handlers } = parts.assemble(pipeline);
  const answers = { handlers: [...handlers, ...readingsHandlers(name, pipelinePool)] };
  checkSources(name, consumers);

  // Each consumer needs one connection.
  pipelinePool.options.max += consumers.length;
  metrics.watchPool('reads', pool);
  metrics.watchPool('pipeline', pipelinePool);
  metrics.watchQueue(() => pipeline.queued);
  metrics.watchHorizon(pool);
  const connections = pool.options.max + pipelinePool.options.max + lockConnections;
  void warnOfFewConnections(pipelinePool, connections, log);

  // If PostgreSQL is away, the first batch makes this check.
  await guard.check(pipelinePool).catch(() => undefined);
  const { EVENT_STREAM_REPLICAS: replicas = 1, EVENT_STREAM_MAX_MB: maxMb } = config;
  const stream = { replicas, maxBytes: maxMb && maxMb * 1024 * 1024 };
  const relay = new Relay({ ...of, pool, metrics, guard, awaitsStandby: requiresStandby, stream });
  metrics.watchRelay(() => relay.lag());
  opened.add(() => relay.stop());
  opened.add(() => pipeline.stop());
  const sweepers: Sweeper[] = [];
  opened.add(() => Promise.all([stop?.(), ...sweepers.map((sweeper) => sweeper.stop())]));
  const running = startConsumers({ ...of, pool: pipelinePool, consumers, pipeline, metrics });
  opened.add(() => running.stop());
  stalled = () => running.stalled();
  await startNest(name, answers, { connection, prefix, log, metrics, opened });
  await start?.();
  for (const sweep of [...sweeps, oldResults(pipelinePool)])
    sweepers.push(new Sweeper(sweep, { connection, prefix, log, metrics, servers }));

  undone = async () => {
    const [isEverythingRelayed, behind, ...areDone] = await Promise.all([
      isRelayed({ ...of, pool: pipelinePool }),
      running.behind(),
      ...sweepers.map((sweeper) => sweeper.isDone()),
    ]);
    return [
      ...(isEverythingRelayed ? [] : ['relay']),
      ...behind.map((consumer) => `consumer ${consumer}`),
      ...(areDone.every(Boolean) ? [] : ['jobs']),
    ];
  };
  // The leading relay reports a loss only in its own process, so every process checks the log.
  servers.add({
    server: 'PostgreSQL',
    isNeeded: false,
    meanwhile: 'calls are refused with 503',
    check: () => guard.check(pipelinePool).catch(() => undefined),
  });
  servers.add({
    server: 'NATS',
    isNeeded: false,
    meanwhile: 'events wait in PostgreSQL',
    check: async () => {
      const { error } = relay.status();
      if (error !== null && !servers.isRefusing('NATS') && !servers.isRefusing('PostgreSQL')) throw new Error(error);
    },
  });
  state = 'running';
  log.info({ healthPort: health.port }, `${name} is ready`);

  return {
    healthPort: health.port,
    pipeline,
    pool,
    async stop() {
      state = 'stopping';
      await opened.close();
    },
  };
};

import { randomBytes, randomUUID } from 'node:crypto';
import { type CallContext, deadlineIn, type Rpc, type RpcInput, type RpcOutput } from '@hearsay/contracts';
import { type Projector, type ReadModel, rebuildProjector, rebuildReadModel } from '@hearsay/event-store';
import { RpcClient, subscribeLive } from '@hearsay/messaging';
import {
  type RunningService,
  type ServiceConfig,
  type ServiceDefinition,
  serviceMigrations,
  startService,
} from '@hearsay/service-runtime';
import type { NatsConnection } from '@nats-io/transport-node';
import type pg from 'pg';
import { eventually } from './conditions.js';
import { createTestDatabase, onDatabase, type TestDatabase } from './databases.js';
import { type EventSource, startEventSource } from './event-source.js';
import { connectTestNats, uniqueSubjectPrefix } from './nats-connections.js';
import { createTestServiceStub } from './service-stub.js';
import { tableRows } from './table-rows.js';

export interface TestService {
  readonly service: RunningService;
  readonly database: TestDatabase;
  readonly connection: NatsConnection;
  readonly prefix: string;
  call<R extends Rpc>(
    rpc: R,
    input: RpcInput<R>,
    accountId: string | null,
    context?: Partial<CallContext>,
  ): Promise<RpcOutput<R>>;
  /**
   * Resolves when every consumer has applied all events of these sources, the service's log is relayed and no job is
   * due. Default: all sources with which this service was started.
   */
  settled(...sources: readonly EventSource[]): Promise<void>;
  rows<Row extends pg.QueryResultRow>(sql: string, values?: readonly unknown[]): Promise<Row[]>;
  /** Counts the rows of a table, with an optional condition such as `sessions where account_id = $1`. */
  count(from: string, values?: readonly unknown[]): Promise<number>;
  /** Runs a statement as the owner of the tables, without the service's limit of five seconds per statement. */
  asOwner(sql: string, values?: unknown[]): Promise<unknown>;
  /** How many sessions wait for a lock. */
  countWaiting(): Promise<number>;
  /** The value of the first line of this metric that has this label. */
  metric(name: string, label?: string): Promise<number>;
  /** All rows of all tables, as JSON. */
  everything(): Promise<string>;
  /** Subscribes to live messages. Resolves with an array that collects all messages of this subject from now on. */
  live<Message>(subject: string): Promise<Message[]>;
  /** Rebuilds a read model or projector. Resolves with the number of events that it read. */
  rebuild(what: ReadModel | Projector): Promise<number>;
  stop(): Promise<void>;
}

/** This limit is longer than a busy machine needs. Tests of deadlines set their own timeout. */
const timeoutMs = 60_000;
/** On a busy machine a connection takes longer than the product's three seconds. */
export const connectWithinMs = 60_000;

/** All test services share this secret, so that a second process finds the results of the first one. */
const idempotencySecret = randomBytes(32);

export const serviceConfig = (databaseUrl: string, prefix = uniqueSubjectPrefix()): ServiceConfig => ({
  NODE_ENV: 'test',
  NATS_URL: process.env.TEST_NATS_URL ?? '',
  SUBJECT_PREFIX: prefix,
  LOG_LEVEL: (process.env.TEST_LOG_LEVEL ?? 'silent') as ServiceConfig['LOG_LEVEL'],
  HEALTH_PORT: 0,
  DATABASE_URL: databaseUrl,
  IDEMPOTENCY_SECRET: idempotencySecret,
});

interface Surroundings<Source extends string> {
  readonly prefix?: string;
  /** Returns the URL that the service uses, such as a proxy's. The connection timeout is then that of production. */
  readonly proxyUrlOf?: ((databaseUrl: string) => Promise<string>) | undefined;
  /** Services whose logs the test fills. */
  readonly sources?: readonly Source[];
  /** Fixed answers of other services, by the service's name. */
  readonly stubs?: Readonly<Record<string, Parameters<typeof createTestServiceStub>[3]>>;
}

/** Starts a service for a test. `more` are the service's own settings. */
export const startTestService = async <C extends ServiceConfig, Source extends string = never>(
  definition: ServiceDefinition<C>,
  more: Omit<C, keyof ServiceConfig>,
  shared: Surroundings<Source> = {},
): Promise<TestService & Readonly<Record<Source, EventSource>>> => {
  const database = await createTestDatabase({
    schemas: serviceMigrations(definition as never).map((migration) => migration.sql),
  });
  const prefix = shared.prefix ?? uniqueSubjectPrefix();
  const connection = await connectTestNats();
  const config = serviceConfig((await shared.proxyUrlOf?.(database.url)) ?? database.url, prefix);
  const service = await startService(
    definition,
    { ...more, ...config } as C,
    shared.proxyUrlOf ? {} : { connectWithinMs },
  ).catch(async (error: unknown) => {
    // An open connection would keep the test file from ending.
    await connection.close();
    await database.drop();
    throw error;
  });
  const rpc = new RpcClient(connection, { prefix });
  const stubs = Object.entries(shared.stubs ?? {}).map(([name, answers]) =>
    createTestServiceStub(connection, prefix, name, answers),
  );
  const sources = new Map<Source, EventSource>();
  for (const name of shared.sources ?? []) sources.set(name, await startEventSource(name, connection, prefix));
  await connection.flush();
  const rows = async <Row extends pg.QueryResultRow>(sql: string, values: readonly unknown[] = []) =>
    (await service.pool.query<Row>(sql, [...values])).rows;
  const count: TestService['count'] = async (from, values) =>
    (await rows<{ count: number }>(`select count(*)::int as count from ${from}`, values))[0]!.count;
  return {
    ...(Object.fromEntries(sources) as Record<Source, EventSource>),
    service,
    database,
    connection,
    prefix,
    call: (contract, input, accountId, context) =>
      rpc.call(contract, input, {
        correlationId: randomUUID(),
        accountId,
        deadline: deadlineIn(timeoutMs),
        ...context,
      }),
    rows,
    count,
    asOwner: (sql, values) => onDatabase(database.ownerUrl, (owner) => owner.query(sql, values)),
    countWaiting: () => count(`pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`),
    async metric(name, label = '') {
      const text = await (await fetch(`http://127.0.0.1:${service.healthPort}/metrics`)).text();
      const line = text.split('\n').find((one) => one.startsWith(`${name}{`) && one.includes(label));
      return Number(line?.split(' ').at(-1));
    },
    async everything() {
      const tables = await rows<{ name: string }>(
        "select tablename as name from pg_tables where schemaname = 'public'",
      );
      const names = tables.map(({ name }) => name).filter((name) => name !== 'schema_migrations');
      return JSON.stringify(await tableRows(service.pool, names));
    },
    async live(subject) {
      const messages: never[] = [];
      subscribeLive<never>(connection, `${prefix}${subject}`, (message) => messages.push(message));
      await connection.flush();
      return messages;
    },
    rebuild(what) {
      const { ownerUrl, role } = database;
      const options = { ownerUrl, role, progress: () => undefined };
      if (!('source' in what)) return rebuildReadModel({ ...options, model: what });
      return rebuildProjector({
        ...options,
        service: definition.name,
        projector: what,
        connection,
        subjectPrefix: prefix,
      });
    },
    async settled(...some) {
      for (const source of some.length > 0 ? some : sources.values())
        await eventually('the source is relayed', () => source.isRelayed());
      await eventually('the service has settled', async () => {
        const { ok } = await fetch(`http://127.0.0.1:${service.healthPort}/health/settled`);
        return ok;
      });
    },
    async stop() {
      rpc.close();
      await service.stop();
      for (const stub of stubs) stub.stop();
      for (const source of sources.values()) await source.stop();
      await connection.close();
      await database.drop();
    },
  };
};

/** All answers of a call, from the first page to the last. */
export const readAllPages = async <R extends Rpc>(
  call: TestService['call'],
  rpc: R,
  account: string,
): Promise<RpcOutput<R>[]> => {
  const pages: RpcOutput<R>[] = [];
  for (let after: unknown = null, isMore = true; isMore; isMore = after !== null) {
    const page = await call(rpc, { after } as RpcInput<R>, account);
    pages.push(page);
    after = (page as { next: unknown }).next;
  }
  return pages;
};

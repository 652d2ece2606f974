import { randomBytes, randomUUID } from 'node:crypto';
import { type CallContext, deadlineIn, type Rpc, type RpcInput, type RpcOutput } from '@hearsay/contracts';
import { RpcClient } from '@hearsay/messaging';
import {
  migrationsOf,
  type RunningService,
  type ServiceConfig,
  type ServiceDefinition,
  startService,
} from '@hearsay/service-runtime';
import type { NatsConnection } from '@nats-io/transport-node';
import { eventually } from './conditions.js';
import { createTestDatabase, type TestDatabase } from './databases.js';
import type { EventSource } from './event-source.js';
import { connectTestNats, uniqueSubjectPrefix } from './nats-connections.js';

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
  /** Resolves when every consumer has applied all events of these sources, the own log is relayed and no job is due. */
  settled(...sources: readonly EventSource[]): Promise<void>;
  stop(): Promise<void>;
}

/** Far above what a busy machine needs; tests of deadlines set their own. */
const timeoutMs = 60_000;
/** On a busy machine a connection takes longer than the product's three seconds. */
export const connectWithinMs = 60_000;

export const serviceConfig = (databaseUrl: string, prefix = uniqueSubjectPrefix()): ServiceConfig => ({
  NODE_ENV: 'test',
  NATS_URL: process.env.TEST_NATS_URL ?? '',
  SUBJECT_PREFIX: prefix,
  LOG_LEVEL: (process.env.TEST_LOG_LEVEL ?? 'silent') as ServiceConfig['LOG_LEVEL'],
  HEALTH_PORT: 0,
  DATABASE_URL: databaseUrl,
  IDEMPOTENCY_SECRET: randomBytes(32),
});

/**
 * `more`: the service's own settings. With `wayTo`, the service uses the URL that it returns, and the product's
 * connection timeout.
 */
export const startTestService = async <C extends ServiceConfig>(
  definition: ServiceDefinition<C>,
  more: Omit<C, keyof ServiceConfig>,
  shared: { prefix?: string; wayTo?: (databaseUrl: string) => Promise<string> } = {},
): Promise<TestService> => {
  const database = await createTestDatabase({
    schemas: migrationsOf(definition as never).map((migration) => migration.sql),
  });
  const prefix = shared.prefix ?? uniqueSubjectPrefix();
  const connection = await connectTestNats();
  const config = serviceConfig((await shared.wayTo?.(database.url)) ?? database.url, prefix);
  const service = await startService(
    definition,
    { ...more, ...config } as C,
    shared.wayTo ? {} : { connectWithinMs },
  ).catch(async (error: unknown) => {
    // An open connection would keep the test file from ending.
    await connection.close();
    await database.drop();
    throw error;
  });
  const rpc = new RpcClient(connection, { prefix });
  return {
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
    async settled(...sources) {
      for (const source of sources) await eventually('the source is relayed', () => source.isRelayed());
      await eventually('the service has settled', async () => {
        const { ok } = await fetch(`http://127.0.0.1:${service.healthPort}/health/settled`);
        return ok;
      });
    },
    async stop() {
      rpc.close();
      await service.stop();
      await connection.close();
      await database.drop();
    },
  };
};

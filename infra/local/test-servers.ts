import type { StartedTestContainer } from 'testcontainers';
import { type RunningServers, startServers, sweepAbandoned } from './servers/start-servers.ts';

const maxConnections = 200;

export type TestServers = Pick<RunningServers, 'databaseAdminUrl' | 'natsUrl' | 'redisUrl' | 'stop'>;

const inContainers = async (): Promise<TestServers> => {
  const { GenericContainer, Wait } = await import('testcontainers');
  const [postgres, nats, redis] = await Promise.all([
    new GenericContainer('postgres:18.4-bookworm')
      .withEnvironment({ POSTGRES_PASSWORD: 'test' })
      .withCommand(['-c', `max_connections=${maxConnections}`, '-c', 'fsync=off'])
      .withExposedPorts(5432)
      .withWaitStrategy(Wait.forLogMessage(/ready to accept connections/, 2))
      .start(),
    new GenericContainer('nats:2.15.2-alpine')
      .withCommand(['--jetstream'])
      .withExposedPorts(4222)
      .withWaitStrategy(Wait.forLogMessage(/Server is ready/))
      .start(),
    new GenericContainer('redis:7.4.9-bookworm')
      .withExposedPorts(6379)
      .withWaitStrategy(Wait.forLogMessage(/Ready to accept connections/))
      .start(),
  ]);
  const address = (container: StartedTestContainer, port: number) =>
    `${container.getHost()}:${container.getMappedPort(port)}`;
  return {
    databaseAdminUrl: `postgres://postgres:test@${address(postgres, 5432)}/postgres`,
    natsUrl: `nats://${address(nats, 4222)}`,
    redisUrl: `redis://${address(redis, 6379)}`,
    stop: async () => {
      await Promise.all([postgres, nats, redis].map((container) => container.stop()));
    },
  };
};

export const startTestServers = async (): Promise<TestServers> => {
  if (process.env.TEST_SERVERS === 'docker') return inContainers();
  await sweepAbandoned();
  return startServers({ durable: false });
};

import { deleteAbandonedRuns, type RunningServers, startServers } from './servers/start-servers.ts';

const maxConnections = 200;

type TestServers = Pick<RunningServers, 'databaseAdminUrl' | 'natsUrl' | 'redisUrl' | 'stop'>;

const inContainers = async (): Promise<TestServers> => {
  const { GenericContainer, Wait } = await import('testcontainers');
  const start = async (image: string, port: number, command: string[], said: RegExp, times = 1) => {
    const container = await new GenericContainer(image)
      .withEnvironment({ POSTGRES_PASSWORD: 'test' })
      .withCommand(command)
      .withExposedPorts(port)
      .withWaitStrategy(Wait.forLogMessage(said, times))
      .start();
    return { container, address: `${container.getHost()}:${container.getMappedPort(port)}` };
  };
  const settings = ['postgres', '-c', `max_connections=${maxConnections}`, '-c', 'fsync=off'];
  const [postgres, nats, redis] = await Promise.all([
    start('postgres:18.4-bookworm', 5432, settings, /ready to accept connections/, 2),
    start('nats:2.15.2-alpine', 4222, ['--jetstream'], /Server is ready/),
    start('redis:7.4.9-bookworm', 6379, ['redis-server'], /Ready to accept connections/),
  ]);
  return {
    databaseAdminUrl: `postgres://postgres:test@${postgres.address}/postgres`,
    natsUrl: `nats://${nats.address}`,
    redisUrl: `redis://${redis.address}`,
    stop: async () => {
      await Promise.all([postgres, nats, redis].map(({ container }) => container.stop()));
    },
  };
};

declare global {
  var hearsayTestServers: TestServers | undefined;
}

/** Jest calls this once before all integration tests. */
export default async function setUp(): Promise<void> {
  const isInContainers = process.env.TEST_SERVERS === 'docker';
  if (!isInContainers) await deleteAbandonedRuns();
  const servers = await (isInContainers ? inContainers() : startServers({ durable: false }));
  globalThis.hearsayTestServers = servers;
  Object.assign(process.env, {
    TEST_DATABASE_ADMIN_URL: servers.databaseAdminUrl,
    TEST_NATS_URL: servers.natsUrl,
    TEST_REDIS_URL: servers.redisUrl,
  });
}

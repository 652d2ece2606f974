import { startServers, sweepAbandoned } from './servers/start-servers.mjs';

const inContainers = async () => {
  const { GenericContainer, Wait } = await import('testcontainers');
  const [postgres, nats, redis] = await Promise.all([
    new GenericContainer('postgres:18')
      .withEnvironment({ POSTGRES_PASSWORD: 'test' })
      .withCommand(['-c', 'max_connections=200', '-c', 'fsync=off'])
      .withExposedPorts(5432)
      .withWaitStrategy(Wait.forLogMessage(/ready to accept connections/, 2))
      .start(),
    new GenericContainer('nats:2.15.2')
      .withCommand(['--jetstream'])
      .withExposedPorts(4222)
      .withWaitStrategy(Wait.forLogMessage(/Server is ready/))
      .start(),
    new GenericContainer('redis:7')
      .withExposedPorts(6379)
      .withWaitStrategy(Wait.forLogMessage(/Ready to accept connections/))
      .start(),
  ]);
  const address = (container, port) => `${container.getHost()}:${container.getMappedPort(port)}`;
  return {
    databaseAdminUrl: `postgres://postgres:test@${address(postgres, 5432)}/postgres`,
    natsUrl: `nats://${address(nats, 4222)}`,
    redisUrl: `redis://${address(redis, 6379)}`,
    stop: async () => {
      await Promise.all([postgres, nats, redis].map((container) => container.stop()));
    },
  };
};

/** Throw-away servers as integration tests want them: containers with TEST_SERVERS=docker, local processes otherwise. */
export const startTestServers = async (log) => {
  if (process.env.TEST_SERVERS === 'docker') return inContainers();
  await sweepAbandoned();
  return startServers({ durable: false, maxConnections: 200, log });
};

/** The variables in which tests find the servers. */
export const testServerVariables = ({ databaseAdminUrl, natsUrl, redisUrl }) => ({
  TEST_DATABASE_ADMIN_URL: databaseAdminUrl,
  TEST_NATS_URL: natsUrl,
  TEST_REDIS_URL: redisUrl,
});

/** jest's globalSetup: the servers of the whole run, unless `npm test` has started them for all runs. */
export default async function setUp() {
  const names = Object.keys(testServerVariables({ databaseAdminUrl: '', natsUrl: '', redisUrl: '' }));
  if (names.every((name) => process.env[name])) return;
  const servers = await startTestServers();
  Object.assign(process.env, testServerVariables(servers));
  globalThis.hearsayTestServers = servers;
}

import { startTestServers, type TestServers } from './test-servers.ts';

declare global {
  var hearsayTestServers: TestServers | undefined;
}

export default async function setUp(): Promise<void> {
  const servers = await startTestServers();
  globalThis.hearsayTestServers = servers;
  Object.assign(process.env, {
    TEST_DATABASE_ADMIN_URL: servers.databaseAdminUrl,
    TEST_NATS_URL: servers.natsUrl,
    TEST_REDIS_URL: servers.redisUrl,
  });
}

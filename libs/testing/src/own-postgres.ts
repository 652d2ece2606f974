import { startServers } from '@hearsay/infra/servers';

/** Starts a PostgreSQL for tests that kill it, or hold back readers by slow transactions. `durable` enables fsync. */
export const startOwnPostgres = async (
  options: { durable?: boolean } = {},
): Promise<{ adminUrl: string; pid: number; stop(): Promise<void> }> => {
  const servers = await startServers({ only: ['postgres'], durable: options.durable ?? false });
  return { adminUrl: servers.databaseAdminUrl, pid: servers.pids.postgres!, stop: () => servers.stop() };
};

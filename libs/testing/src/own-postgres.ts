import { startServers } from '@hearsay/infra/servers';

/**
 * A PostgreSQL server of one test's own: for tests that hold every reader of a server back (slow transactions), or end its
 * processes. `durable` switches fsync on.
 */
export const startOwnPostgres = async (
  options: { durable?: boolean } = {},
): Promise<{ adminUrl: string; pid: number; stop(): Promise<void> }> => {
  const servers = await startServers({ only: ['postgres'], durable: options.durable ?? false });
  return { adminUrl: servers.databaseAdminUrl, pid: servers.pids.postgres!, stop: () => servers.stop() };
};

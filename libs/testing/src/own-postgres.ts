import { startServers } from '@hearsay/infra/servers';

/** For tests that hold all readers back by slow transactions, or kill processes. `durable` enables fsync. */
export const startOwnPostgres = async (
  options: { durable?: boolean } = {},
): Promise<{ adminUrl: string; pid: number; stop(): Promise<void> }> => {
  const servers = await startServers({ only: ['postgres'], durable: options.durable ?? false });
  return { adminUrl: servers.databaseAdminUrl, pid: servers.pids.postgres!, stop: () => servers.stop() };
};

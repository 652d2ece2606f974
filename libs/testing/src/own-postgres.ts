interface LocalServers {
  startServers(options: {
    only: string[];
    durable: boolean;
  }): Promise<{ databaseAdminUrl: string; pids: Record<string, number>; stop(): Promise<void> }>;
}

/** Libraries import nothing of `infra`; a test that needs a server of its own finds the local stack by its place. */
const localServers = new URL('../../../infra/local/servers/start-servers.mjs', import.meta.url).href;

/**
 * A PostgreSQL server of one test's own: for tests that hold every reader of a server back (slow transactions), or end its
 * processes. `durable` switches fsync on.
 */
export const startOwnPostgres = async (
  options: { durable?: boolean } = {},
): Promise<{ adminUrl: string; pid: number; stop(): Promise<void> }> => {
  const { startServers } = (await import(localServers)) as LocalServers;
  const servers = await startServers({ only: ['postgres'], durable: options.durable ?? false });
  return { adminUrl: servers.databaseAdminUrl, pid: servers.pids.postgres!, stop: () => servers.stop() };
};

import type { OwnServerSettings } from '../local/bring-up.ts';
import type { Variables } from '../local/servers/processes.ts';
import type { Supervisor } from '../local/servers/supervisor.ts';
import { rolesOf, services } from '../local/service-list.ts';
import { type SystemOptions, startSystem } from '../local/system.ts';
import { prepareHaproxy } from './haproxy.ts';
import { Links, serverAt } from './links.ts';
import { startNatsServers } from './nats.ts';
import { PostgresServers } from './postgres.ts';
import { startRedisServers } from './redis.ts';
import { prepareSkewedClocks } from './skew.ts';

interface ClusterOptions extends SystemOptions {
  readonly processesEach: number;
  /** Starts several servers of PostgreSQL, NATS and Redis, and a proxy between each process and each server. */
  readonly isReplicated?: boolean;
  /** The clock of the second process of each service is ten seconds off. */
  readonly isSkewed?: boolean;
}

/** A whole system with several processes of each service and as many gateways behind HAProxy. */
export const startCluster = async ({
  isReplicated = false,
  isSkewed = false,
  onStoppable,
  ...options
}: ClusterOptions) => {
  const clockOf = isSkewed ? await prepareSkewedClocks(options.log ?? (() => {})) : () => ({});
  const links = new Links();
  let postgres: PostgresServers | undefined;
  const ownServers = async (supervisor: Supervisor, settings: OwnServerSettings) => {
    const starting = PostgresServers.start(links, settings.log).then((started) => {
      postgres = started;
      return started.variables;
    });
    const variables = await Promise.all([
      starting,
      startNatsServers(supervisor, settings, links),
      startRedisServers(supervisor, settings, links),
    ]);
    return Object.assign({}, ...variables) as Variables;
  };
  const stopServers = async () => {
    await links.close();
    await postgres?.stop();
  };
  const replicated = {
    env: { EVENT_STREAM_REPLICAS: '3', DATABASE_STANDBY: 'synchronous' },
    environmentOf: async (role: string, variables: Record<string, string>) => ({
      ...(await links.variablesOf(role, variables)),
      ...clockOf(role),
    }),
    ownServers,
  };
  const system = await startSystem({
    durable: true,
    ...options,
    ...(isReplicated && replicated),
    onStoppable: (stopSystem) =>
      onStoppable?.(async () => {
        await stopSystem();
        await stopServers();
      }),
  }).catch(async (error) => {
    await stopServers();
    throw error;
  });
  const stop = async () => {
    await system.stop();
    await stopServers();
  };
  try {
    const { ports } = system;
    // HAProxy also checks the health of a stopped gateway. Nothing listens on port 0.
    const portOf = (name: string) => () => system.ports[name] ?? 0;
    const gateway = async (role: string) => {
      if (!isReplicated) return { port: ports[role]!, healthPort: ports[`${role}Health`]! };
      const [port, healthPort] = await Promise.all(
        [role, `${role}Health`].map((name) => links.open('haproxy', serverAt(role, portOf(name)))),
      );
      return { port: port!, healthPort: healthPort! };
    };
    const gateways = await Promise.all(rolesOf('gateway', ports).map(gateway));
    const haproxy = await prepareHaproxy(system.home, gateways);
    await system.supervisor.start(haproxy);
    const roles = services.flatMap((service) => rolesOf(service, ports));
    const servers = Object.keys(system.pids).filter((role) => /^(nats|redis|sentinel)-\d$/.test(role));
    return { system, roles, servers, postgres, links, haproxy, url: haproxy.url(), stop };
  } catch (error) {
    await stop();
    throw error;
  }
};

export type Cluster = Awaited<ReturnType<typeof startCluster>>;

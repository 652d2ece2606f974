import { rolesOf, services } from '../local/service-list.ts';
import { type SystemOptions, startSystem } from '../local/system.ts';
import { prepareHaproxy } from './haproxy.ts';
import { Links } from './links.ts';
import { startNatsServers } from './nats.ts';

interface ClusterOptions extends SystemOptions {
  readonly processesEach: number;
  /** Three NATS servers instead of one. */
  readonly hasManyServers?: boolean;
  /** Puts a proxy between each process and each server, so that processes can be cut off. */
  readonly canCut?: boolean;
}

/** A whole system with several processes of each service and as many gateways behind HAProxy. */
export const startCluster = async ({ canCut = false, hasManyServers = false, ...options }: ClusterOptions) => {
  const links = new Links();
  const environmentOf = canCut ? links.variablesOf : undefined;
  const system = await startSystem({
    durable: true,
    ...options,
    ...(environmentOf && { environmentOf }),
    ...(hasManyServers && { ownServers: startNatsServers }),
  });
  const stop = async () => {
    await system.stop();
    links.close();
  };
  try {
    const { ports } = system;
    // HAProxy asks for the health of a stopped gateway too. Nothing listens on port 0.
    const portOf = (name: string) => () => system.ports[name] ?? 0;
    const gateway = async (role: string) => {
      if (!canCut) return { port: ports[role]!, healthPort: ports[`${role}Health`]! };
      const [port, healthPort] = await Promise.all([
        links.into(role, portOf(role)),
        links.into(role, portOf(`${role}Health`)),
      ]);
      return { port, healthPort };
    };
    const gateways = await Promise.all(rolesOf('gateway', ports).map(gateway));
    const haproxy = await prepareHaproxy(system.home, gateways);
    await system.supervisor.start(haproxy);
    const roles = services.flatMap((service) => rolesOf(service, ports));
    const servers = Object.keys(system.pids).filter((role) => /^nats-\d$/.test(role));
    return { system, roles, servers, links, url: haproxy.url(), stop };
  } catch (error) {
    await stop();
    throw error;
  }
};

export type Cluster = Awaited<ReturnType<typeof startCluster>>;

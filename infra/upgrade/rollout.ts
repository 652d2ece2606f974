import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Cluster } from '../cluster/cluster.ts';
import type { EnvironmentFile } from '../local/running-system.ts';
import { databaseServices, rolesOf, services } from '../local/service-list.ts';

/**
 * Roles in the order of a rollout. Services come before the gateways, because they must know the gateways' new calls.
 */
const upwards = ({ system: { ports } }: Cluster): string[] => services.flatMap((service) => rolesOf(service, ports));

const socketsOf = async ({ system: { ports } }: Cluster, gateway: string): Promise<number> => {
  const metrics = await (await fetch(`http://127.0.0.1:${ports[`${gateway}Health`]}/metrics`)).text();
  return Number(/^hearsay_sockets(?:\{[^}]*\})? (\d+)/m.exec(metrics)?.[1]);
};

/** Ends each process of a cluster in turn and starts it from another release. */
export class Rollout {
  readonly #cluster: Cluster;
  readonly #roots: Map<string, string>;

  /** @param roots the folder of each process's code at its next start */
  constructor(cluster: Cluster, roots: Map<string, string>) {
    this.#cluster = cluster;
    this.#roots = roots;
  }

  /** Runs `migrate expand` of a release for every database, as an operator does before the rollout. */
  async expand(root: string): Promise<void> {
    const file = readFileSync(this.#cluster.system.files.environment, 'utf8');
    const environments = (JSON.parse(file) as EnvironmentFile).services;
    const migrate = (service: (typeof databaseServices)[number]) =>
      promisify(execFile)(process.execPath, [join(root, 'services', service, 'dist/main.js'), 'migrate', 'expand'], {
        env: { ...process.env, ...environments[service] },
      });
    await Promise.all(databaseServices.map(migrate));
  }

  /** @param afterEach called with the role of each replaced process */
  async replaceAll(root: string, direction: 'up' | 'down', afterEach: (role: string) => Promise<void>): Promise<void> {
    const roles = upwards(this.#cluster);
    for (const role of direction === 'up' ? roles : roles.reverse()) {
      await this.#replace(role, root);
      await afterEach(role);
    }
  }

  /** Restarts a process with the code in `root`. A gateway first completes its calls, and gets no new ones. */
  async #replace(role: string, root: string): Promise<void> {
    const { system, haproxy } = this.#cluster;
    this.#roots.set(role, root);
    const gateway = rolesOf('gateway', system.ports).indexOf(role);
    if (gateway < 0) return system.supervisor.restart(role);
    await haproxy.drain(gateway, () => socketsOf(this.#cluster, role));
    await system.supervisor.restart(role);
    return haproxy.admit(gateway);
  }
}

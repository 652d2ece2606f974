import { loopback } from '../local/servers/ports.ts';
import { type Address, type Cut, Link } from './link.ts';

const variablesWithAddresses = ['DATABASE_URL', 'NATS_URL', 'REDIS_URL'];
const addressForm = new RegExp(`${loopback}:\\d+`, 'g');

const seenFromTheOtherEnd: Readonly<Record<Cut, Cut>> = { none: 'none', in: 'out', out: 'in', both: 'both' };

/** A member that listens. The results of both functions change when another server takes its place. */
export interface Server {
  readonly name: () => string;
  readonly address: () => Address;
}

export const serverAt = (name: string, portOf: () => number): Server => ({
  name: () => name,
  address: () => ({ host: loopback, port: portOf() }),
});

/** All links of a cluster. Members reach each other only through links. */
export class Links {
  readonly #links: { readonly near: string; readonly far: Server; readonly link: Promise<Link> }[] = [];
  readonly #servers = new Map<string, Server>();
  #isCutOff: (member: string) => boolean = () => false;
  #cut: Cut = 'none';

  /** Names the server that listens on a port. Processes then reach this port through links. */
  registerServer(port: number, server: Server): void {
    this.#servers.set(`${loopback}:${port}`, server);
  }

  /** Replaces the addresses of servers in a process's variables by the addresses of the process's links. */
  readonly variablesOf = async (role: string, variables: Record<string, string>): Promise<Record<string, string>> => {
    const led = { ...variables };
    for (const name of variablesWithAddresses) {
      const urls = led[name] ?? '';
      const linked = new Map<string, string>();
      for (const [address] of urls.matchAll(addressForm)) {
        const server = this.#servers.get(address);
        if (server) linked.set(address, `${loopback}:${await this.open(role, server)}`);
      }
      if (urls) led[name] = urls.replaceAll(addressForm, (address) => linked.get(address) ?? address);
    }
    return led;
  };

  /** @returns the port of the link from a member to a server. Each pair has one link. */
  async open(near: string, far: Server): Promise<number> {
    const known = this.#links.find((each) => each.near === near && each.far === far)?.link;
    const link = known ?? Link.start(far.address);
    if (!known) this.#links.push({ near, far, link });
    return (await link).port;
  }

  /** Cuts members off from all others, but not from each other. */
  async cutOff(members: readonly string[], cut: Cut): Promise<void> {
    this.#isCutOff = (member) => members.includes(member);
    this.#cut = cut;
    await this.#apply();
  }

  /** Closes all connections to a server that another one has replaced. */
  async resetConnectionsTo(server: Server): Promise<void> {
    for (const { far, link } of this.#links) if (far === server) (await link).resetConnections();
    await this.#apply();
  }

  async close(): Promise<void> {
    for (const { link } of this.#links) (await link).close();
  }

  async #apply(): Promise<void> {
    for (const { near, far, link } of this.#links) {
      const [isNear, isFar] = [this.#isCutOff(near), this.#isCutOff(far.name())];
      const cut = isNear === isFar ? 'none' : this.#cut;
      (await link).setCut(isFar ? seenFromTheOtherEnd[cut] : cut);
    }
  }
}

import { loopback } from '../local/servers/ports.ts';
import { type Cut, Link } from './link.ts';

/** Variables with URLs of servers, separated by commas. */
const addresses = ['DATABASE_URL', 'NATS_URL', 'REDIS_URL'];

/** All links of a cluster's members. A process reaches servers, and HAProxy a gateway, through links only. */
export class Links {
  readonly #outward = new Map<string, Promise<Link>>();
  readonly #of = new Map<string, Link[]>();

  /** Leads a process's URLs through its links. */
  readonly variablesOf = async (role: string, variables: Record<string, string>): Promise<Record<string, string>> => {
    const changed = addresses.map(async (name) => {
      const urls = (variables[name] ?? '').split(',').filter(Boolean);
      const linked = await Promise.all(urls.map((url) => this.#through(role, new URL(url))));
      return [name, linked.join(',')] as const;
    });
    const led = (await Promise.all(changed)).filter(([, urls]) => urls !== '');
    return { ...variables, ...Object.fromEntries(led) };
  };

  /** @returns the port of a link to a port of the member, which may change */
  async into(role: string, portOf: () => number): Promise<number> {
    const link = await Link.start(() => ({ host: loopback, port: portOf() }), { isInbound: true });
    this.#keep(role, link);
    return link.port;
  }

  set(role: string, cut: Cut): void {
    for (const link of this.#of.get(role) ?? []) link.set(cut);
  }

  close(): void {
    for (const link of [...this.#of.values()].flat()) link.close();
  }

  async #through(role: string, url: URL): Promise<string> {
    const key = `${role} ${url.host}`;
    const target = { host: url.hostname, port: Number(url.port) };
    const link = this.#outward.get(key) ?? Link.start(() => target);
    if (!this.#outward.has(key)) {
      this.#outward.set(key, link);
      this.#keep(role, await link);
    }
    url.host = `${loopback}:${(await link).port}`;
    return url.href;
  }

  #keep(role: string, link: Link): void {
    this.#of.set(role, [...(this.#of.get(role) ?? []), link]);
  }
}

import { tiers } from '../service-list.ts';
import type { Binary } from './binaries.ts';
import type { NatsUser } from './nats-users.ts';
import type { Log } from './packages.ts';
import { freePort, untilAnswered } from './ports.ts';
import type { Variables } from './processes.ts';

export interface Launch {
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd?: string;
  readonly env: Variables;
  readonly uid?: number;
  readonly gid?: number;
}

export interface ChildSpec {
  readonly role: string;
  /** Children stop from the highest tier to the lowest. */
  readonly tier: number;
  readonly stopSignal: NodeJS.Signals;
  /** The child exits when its IPC channel closes, which happens when the supervisor is gone. */
  readonly exitsWithSupervisor?: boolean;
  /**
   * Called before every start. It may choose another port unless `wasReady`, since others then know the present one.
   */
  readonly launch: (state: { readonly wasReady: boolean }) => Promise<Launch>;
  /** Rejects when the child does not answer in time. */
  readonly ready: (signal: AbortSignal) => Promise<void>;
  /** Called repeatedly while the child runs. Rejects without an answer. */
  readonly alive?: () => Promise<void>;
  readonly ports: () => Record<string, number>;
}

export interface ServerOptions {
  readonly dataDir: string;
  /** fsync on. Off only in tests that do not test crashes. */
  readonly durable: boolean;
  readonly preferredPort?: number | undefined;
  /** NATS only, from `allNatsServers()`. */
  readonly natsBinary?: Binary | undefined;
  /** NATS only: the only users. Without it every client may connect. */
  readonly natsUsers?: readonly NatsUser[] | undefined;
  readonly log: Log;
}

interface Listening extends Pick<ChildSpec, 'role' | 'stopSignal'> {
  readonly tier?: number;
  readonly title: string;
  readonly preferredPort?: number | undefined;
  readonly urlOf: (port: number) => string;
  readonly launch: (port: number) => Launch | Promise<Launch>;
  /** Rejects until the server answers on the port. */
  readonly answers: (port: number) => Promise<unknown>;
  readonly alive?: (port: number) => Promise<void>;
}

/** A server on a free loopback port. It keeps the port once others know it. */
export const listeningServer = async (server: Listening) => {
  const { role, tier = tiers.server, stopSignal, title, preferredPort, urlOf, launch, answers, alive } = server;
  let port = await freePort(preferredPort);
  const spec: ChildSpec = {
    role,
    tier,
    stopSignal,
    ports: () => ({ [role]: port }),
    launch: async ({ wasReady }) => {
      if (!wasReady) port = await freePort(port);
      return launch(port);
    },
    ready: (signal) => untilAnswered(() => answers(port), { signal, what: title }),
    ...(alive && { alive: () => alive(port) }),
  };
  return { spec, url: () => urlOf(port) };
};

export type PreparedServer = Awaited<ReturnType<typeof listeningServer>>;

import type { NatsUser } from '../credentials.ts';
import type { Binary } from './binaries.ts';
import { freePort, untilAnswered } from './ports.ts';
import type { Log } from './processes.ts';
import type { ChildSpec, Launch } from './supervisor.ts';

interface Listening extends Pick<ChildSpec, 'role' | 'tier' | 'stopSignal'> {
  readonly preferredPort?: number | undefined;
  readonly urlOf: (port: number) => string;
  readonly launch: (port: number) => Launch | Promise<Launch>;
  /** Rejects until the server answers on the port. */
  readonly answers: (port: number) => Promise<unknown>;
  readonly alive?: (port: number) => Promise<unknown>;
}

/** A server on a free loopback port. After its first answer it keeps the port, because clients know it. */
export const listeningServerSpec = ({ preferredPort, urlOf, launch, answers, alive, ...spec }: Listening) => {
  let port = preferredPort;
  const known = () => port ?? 0;
  return {
    ...spec,
    ports: () => ({ [spec.role]: known() }),
    launch: async ({ wasReady }: { readonly wasReady: boolean }) => {
      if (!wasReady) port = await freePort(port);
      return launch(known());
    },
    ready: (signal: AbortSignal) => untilAnswered(() => answers(known()), { signal, what: spec.role }),
    ...(alive && { alive: () => alive(known()) }),
    url: () => urlOf(known()),
  };
};

export interface ServerOptions {
  readonly dataDir: string;
  /** If true, the servers fsync. False is only for tests that simulate no crash of the machine. */
  readonly durable: boolean;
  readonly preferredPort?: number | undefined;
  /** Only for NATS: one of `allNatsServers()`. */
  readonly natsBinary?: Binary | undefined;
  /** Only for NATS: the users that may connect. By default every client may connect. */
  readonly natsUsers?: readonly NatsUser[] | undefined;
  readonly log: Log;
}

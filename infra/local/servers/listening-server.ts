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

/** A server on a free loopback port. It keeps the port after its first answer, since clients then know the port. */
export const listeningServer = ({ preferredPort, urlOf, launch, answers, alive, ...spec }: Listening) => {
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
  /** Servers fsync. Only tests without crashes go without it. */
  readonly durable: boolean;
  readonly preferredPort?: number | undefined;
  /** NATS only, from `allNatsServers()`. */
  readonly natsBinary?: Binary | undefined;
  /** NATS only: the users that may connect. Default: every client may. */
  readonly natsUsers?: readonly NatsUser[] | undefined;
  readonly log: Log;
}

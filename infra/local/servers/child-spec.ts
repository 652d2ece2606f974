import type { Binary } from './binaries.ts';
import type { NatsUser } from './nats-users.ts';
import type { Log } from './packages.ts';
import type { Variables } from './processes.ts';

/** One start of a child. */
export interface Launch {
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd?: string;
  readonly env: Variables;
  readonly uid?: number;
  readonly gid?: number;
}

/** How one child is started, recognised as ready and stopped. */
export interface ChildSpec {
  readonly role: string;
  /** Children stop from the highest tier to the lowest. */
  readonly tier: number;
  readonly stopSignal: NodeJS.Signals;
  /** It has a channel to us, and ends by itself when that closes because we were killed. */
  readonly endsWithUs?: boolean;
  /** Asked before every start; may choose another port, unless `wasReady` tells that others already know the present one. */
  readonly launch: (state: { readonly wasReady: boolean }) => Promise<Launch>;
  /** Resolves when the child answers and rejects when it did not in time. */
  readonly ready: (signal: AbortSignal) => Promise<void>;
  /** Asked again and again while the child runs; rejects when it does not answer. Without it the child is never asked. */
  readonly alive?: () => Promise<void>;
  /** Ports by role. */
  readonly ports: () => Record<string, number>;
}

/** How a server is to be prepared. */
export interface ServerOptions {
  /** Holds all files of the server, in a folder of its own. */
  readonly dataDir: string;
  /** fsync on. Off only in tests that do not test crashes. */
  readonly durable: boolean;
  /** Taken if it is free. */
  readonly preferredPort?: number | undefined;
  /** NATS only: one of `allNatsServers()`. */
  readonly natsBinary?: Binary | undefined;
  /** NATS only: nobody else gets in; without it everybody does. */
  readonly natsUsers?: readonly NatsUser[] | undefined;
  readonly log: Log;
}

/** A server that is ready to be started as a child of a supervisor; `url` holds once it has been launched. */
export interface PreparedServer {
  readonly spec: ChildSpec;
  readonly url: () => string;
}

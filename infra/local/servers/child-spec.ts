import type { Binary } from './binaries.ts';
import type { NatsUser } from './nats-users.ts';
import type { Log } from './packages.ts';
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
  /** The child has an IPC channel, and ends when it closes after our death. */
  readonly endsWithUs?: boolean;
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

export interface PreparedServer {
  readonly spec: ChildSpec;
  readonly url: () => string;
}

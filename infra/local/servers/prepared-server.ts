import type { Binary, Log } from './binaries.ts';
import type { ChildSpec } from './child.ts';
import type { NatsUser } from './nats-users.ts';

/** How a server is to be prepared. */
export interface ServerOptions {
  /** Holds all files of the server, in a folder of its own. */
  readonly dataDir: string;
  /** fsync on. Off only in tests that do not test crashes. */
  readonly durable: boolean;
  /** Taken if it is free. */
  readonly preferredPort?: number | undefined;
  /** PostgreSQL only. */
  readonly maxConnections?: number | undefined;
  /** NATS only: one of `allNatsServers()`. */
  readonly natsBinary?: Binary | undefined;
  /** NATS only: nobody else gets in; without it everybody does. */
  readonly natsUsers?: readonly NatsUser[] | undefined;
  readonly log?: Log | undefined;
}

/** A server that is ready to be started as a child of a supervisor; `url` holds once it has been launched. */
export interface PreparedServer {
  readonly spec: ChildSpec;
  readonly url: () => string;
}

/** The port that a launch has chosen. */
export const chosen = (port: number | undefined): number => {
  if (port === undefined) throw new Error('The server was asked for its port before it was launched.');
  return port;
};

/** A server's port by its role; none before the first launch. */
export const portsOf = (role: string, port: number | undefined): Record<string, number> =>
  port === undefined ? {} : { [role]: port };

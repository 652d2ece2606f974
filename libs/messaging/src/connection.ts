import { readFileSync } from 'node:fs';
import { inboxPrefixOf } from '@hearsay/contracts';
import { createInbox, credsAuthenticator } from '@nats-io/nats-core';
import type { NatsConnectionImpl } from '@nats-io/nats-core/internal';
import { type ConnectionOptions, connect, type NatsConnection } from '@nats-io/transport-node';

export interface NatsAccess {
  /** One or several URLs (`nats://` or `tls://`), separated by commas. With `user:password@`, unless `user` is set. */
  readonly url: string;
  readonly user?: string | undefined;
  readonly password?: string | undefined;
  readonly credentialsFile?: string | undefined;
  /** PEM file of the servers' certificate authorities. If it is set, only TLS is accepted. */
  readonly caFile?: string | undefined;
}

interface ConnectingOptions extends NatsAccess {
  readonly name: string;
  /** The process whose inboxes this connection uses (`inboxPrefixOf`). Default: random inboxes. */
  readonly process?: string;
  readonly timeoutMs?: number;
}

/** A busy server needs seconds for a connection. A shorter timeout would only repeat the attempt. */
const connectWithinMs = 15_000;

/** A silent connection is dropped when two pings are unanswered and a third is due, after four to six seconds. */
const pingEveryMs = 2000;
const unansweredPings = 2;
const reconnectWaitMs = 250;

const inboxPrefixes = new WeakMap<NatsConnection, string>();

/** A new inbox below the connection's own prefix, to which only this process may subscribe. */
export const newInbox = (connection: NatsConnection): string => createInbox(inboxPrefixes.get(connection));

const userOf = ({ user, password }: NatsAccess, servers: readonly URL[]): Partial<ConnectionOptions> => {
  if (user !== undefined) return { user, ...(password !== undefined && { pass: password }) };
  const named = servers.find((server) => server.username !== '');
  return named ? { user: decodeURIComponent(named.username), pass: decodeURIComponent(named.password) } : {};
};

/** Reads the files at every connection, so that renewed credentials and certificates take effect. */
const authenticationOf = (access: NatsAccess, servers: readonly URL[]): Partial<ConnectionOptions> => ({
  ...(access.credentialsFile === undefined
    ? userOf(access, servers)
    : { authenticator: (nonce?: string) => credsAuthenticator(readFileSync(access.credentialsFile!))(nonce) }),
  ...((access.caFile !== undefined || servers.some((server) => server.protocol === 'tls:')) && {
    tls: access.caFile === undefined ? {} : { caFile: access.caFile },
  }),
});

interface StatusListeners {
  /**
   * Called when the connection breaks. Messages published after that are lost at the next failed attempt to connect.
   */
  readonly disconnect?: () => void;
  readonly reconnect?: () => void;
  readonly staleConnection?: () => void;
  readonly error?: (error: Error) => void;
}

export const watchStatus = async (connection: NatsConnection, on: StatusListeners): Promise<void> => {
  for await (const status of connection.status()) {
    if (status.type === 'error') on.error?.(status.error);
    else on[status.type as 'reconnect']?.();
  }
};

/**
 * Connects to NATS, and reconnects for ever, so an outage of NATS never ends the process.
 * @throws if NATS is not reachable within `timeoutMs` at the start, or rejects our credentials
 */
export const connectNats = async (options: ConnectingOptions): Promise<NatsConnection> => {
  const servers = options.url.split(',').map((server) => new URL(server.trim()));
  const hosts = servers.map(({ host }) => host);
  const inboxPrefix = options.process === undefined ? undefined : inboxPrefixOf(options.process);
  const connection = await connect({
    servers: hosts,
    name: options.name,
    ...authenticationOf(options, servers),
    ...(inboxPrefix !== undefined && { inboxPrefix }),
    timeout: options.timeoutMs ?? connectWithinMs,
    maxReconnectAttempts: -1,
    // A server may reject our credentials for a while, for example during a change. This counts as an outage.
    ignoreAuthErrorAbort: true,
    reconnectTimeWait: reconnectWaitMs,
    reconnectJitter: 100,
    pingInterval: pingEveryMs,
    maxPingOut: unansweredPings,
    // By default, the client would create an Error with a stack for every request.
    noAsyncTraces: true,
  });
  // The client forgets each server that it does not reach at the start. It could then never connect to this server.
  const gossiped = connection.getServers().filter((server) => server.gossiped);
  connection.setServers([...hosts, ...gossiped.map(({ listen }) => listen)]);
  // The client would close a dead connection only after all writes are sent, which full socket buffers prevent.
  const { protocol } = connection as NatsConnectionImpl;
  const drop = () => void protocol.transport.close(new Error('NATS does not answer'));
  void watchStatus(connection, { staleConnection: drop });
  if (inboxPrefix !== undefined) inboxPrefixes.set(connection, inboxPrefix);
  return connection;
};

/**
 * Resolves when the server knows all subscriptions. A break of the connection only delays it, because the client
 * subscribes again. @throws if the connection is closed
 */
export const untilSubscribed = async (connection: NatsConnection): Promise<void> => {
  for (;;) {
    try {
      return await connection.flush();
    } catch (error) {
      if (connection.isClosed()) throw error;
      await new Promise((resolve) => setTimeout(resolve, reconnectWaitMs));
    }
  }
};

import { readFileSync } from 'node:fs';
import { inboxPrefixOf } from '@hearsay/contracts';
import { createInbox, credsAuthenticator } from '@nats-io/nats-core';
import type { NatsConnectionImpl } from '@nats-io/nats-core/internal';
import { type ConnectionOptions, connect, type NatsConnection } from '@nats-io/transport-node';

/** Where NATS is and who we are there. */
export interface NatsAccess {
  /** One URL or several, separated by commas: `nats://` or `tls://`, and `user:password@` in them if there is no `user`. */
  readonly url: string;
  readonly user?: string | undefined;
  readonly password?: string | undefined;
  /** A file with a user's JWT and seed, as `nsc` makes it. */
  readonly credentialsFile?: string | undefined;
  /** A file with the certificates (PEM) that sign the servers' own; the connection is then made by TLS. */
  readonly caFile?: string | undefined;
}

interface ConnectingOptions extends NatsAccess {
  /** For people who look at the server's list of connections. */
  readonly name: string;
  /** The process whose inboxes this connection uses, see `inboxPrefixOf`; without it those of nobody in particular. */
  readonly process?: string;
  readonly timeoutMs?: number;
}

/** How long a server may take to let us in: a busy machine needs seconds, and a process that gave up would only begin anew. */
const connectWithinMs = 15_000;

/**
 * A connection that has died without a word, such as that to a host without power, is given up when a ping is due and so many of the earlier ones have
 * no answer: four to six seconds after its death.
 */
const pingEveryMs = 2000;
const unansweredPings = 2;

const inboxPrefixes = new WeakMap<NatsConnection, string>();

/** A subject of this connection's own, where the server lets it listen and others not. */
export const newInbox = (connection: NatsConnection): string => createInbox(inboxPrefixes.get(connection));

const userOf = ({ user, password }: NatsAccess, servers: readonly URL[]): Partial<ConnectionOptions> => {
  if (user !== undefined) return { user, ...(password !== undefined && { pass: password }) };
  const named = servers.find((server) => server.username !== '');
  return named ? { user: decodeURIComponent(named.username), pass: decodeURIComponent(named.password) } : {};
};

/** Read at every connection: whoever renews credentials or certificates replaces the file. */
const authenticationOf = (access: NatsAccess, servers: readonly URL[]): Partial<ConnectionOptions> => ({
  ...(access.credentialsFile === undefined
    ? userOf(access, servers)
    : { authenticator: (nonce?: string) => credsAuthenticator(readFileSync(access.credentialsFile!))(nonce) }),
  ...((access.caFile !== undefined || servers.some((server) => server.protocol === 'tls:')) && {
    tls: access.caFile === undefined ? {} : { caFile: access.caFile },
  }),
});

/** The client lets a dead connection go only when all that it has written is on its way, which may be never: the sockets on the way are full. */
const dropDead = async (connection: NatsConnection): Promise<void> => {
  const { protocol } = connection as NatsConnectionImpl;
  for await (const { type } of connection.status())
    if (type === 'staleConnection') void protocol.transport.close(new Error('NATS does not answer'));
};

/**
 * A connection that reconnects for ever: an outage of NATS is waited out, never a reason to end.
 * @throws when NATS is not reachable within `timeoutMs` at the start, or does not let us in.
 */
export const connectNats = async (options: ConnectingOptions): Promise<NatsConnection> => {
  const servers = options.url.split(',').map((server) => new URL(server.trim()));
  const inboxPrefix = options.process === undefined ? undefined : inboxPrefixOf(options.process);
  const connection = await connect({
    servers: servers.map((server) => server.host),
    name: options.name,
    ...authenticationOf(options, servers),
    ...(inboxPrefix !== undefined && { inboxPrefix }),
    timeout: options.timeoutMs ?? connectWithinMs,
    maxReconnectAttempts: -1,
    // A server that does not know us for a while is an outage like another.
    ignoreAuthErrorAbort: true,
    reconnectTimeWait: 250,
    reconnectJitter: 100,
    pingInterval: pingEveryMs,
    maxPingOut: unansweredPings,
    // Otherwise the client makes an Error, with its stack, for every request.
    noAsyncTraces: true,
  });
  void dropDead(connection);
  if (inboxPrefix !== undefined) inboxPrefixes.set(connection, inboxPrefix);
  return connection;
};

/** Tells about what the server refuses on a connection, such as a subject that its user may not use. Resolves when it is closed. */
export const watchRefusals = async (connection: NatsConnection, onRefusal: (error: Error) => void): Promise<void> => {
  for await (const status of connection.status()) if (status.type === 'error') onRefusal(status.error);
};

/** Tells of each break of a connection and of its end, until the connection is closed. What is published in between is lost with the next attempt to connect. */
export const watchBreaks = async (
  connection: NatsConnection,
  on: { break: () => void; return: () => void },
): Promise<void> => {
  for await (const { type } of connection.status()) {
    if (type === 'disconnect') on.break();
    else if (type === 'reconnect') on.return();
  }
};

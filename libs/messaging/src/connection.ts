import { connect, type NatsConnection } from '@nats-io/transport-node';

/**
 * A connection that reconnects for ever: an outage of NATS is waited out, never a reason to end.
 * @throws when NATS is not reachable within `timeoutMs` at the start.
 */
export const connectNats = (options: { url: string; name: string; timeoutMs?: number }): Promise<NatsConnection> =>
  connect({
    servers: options.url,
    name: options.name,
    timeout: options.timeoutMs ?? 5000,
    maxReconnectAttempts: -1,
    reconnectTimeWait: 250,
    reconnectJitter: 100,
    pingInterval: 10_000,
    // Otherwise the client makes an Error, with its stack, for every request.
    noAsyncTraces: true,
  });

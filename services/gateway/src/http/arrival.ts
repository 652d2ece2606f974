import type { FastifyRequest } from 'fastify';
import type { ClientConnection } from '../access/client-connections.js';
import type { RouteSettings } from './route.js';

/** What hooks and guard ask of a request one after the other. Fastify finds each of these out anew whenever it is read. */
export interface Arrival extends ClientConnection {
  /** Its route's path as it was declared; undefined where no route is found. */
  readonly route: string | undefined;
  readonly settings: RouteSettings;
  /** Its limit was taken before its body was read. */
  hasPermit?: boolean;
}

/** `createServer` decorates requests with it. */
interface WithClient {
  readonly client: ClientConnection;
}

interface Arrived extends WithClient {
  arrival?: Arrival;
}

/** Found out once for each request. */
export const arrivalOf = (request: FastifyRequest): Arrival => {
  const arrived = request as FastifyRequest & Arrived;
  if (arrived.arrival) return arrived.arrival;
  const { url, config } = request.routeOptions;
  arrived.arrival = { route: url, settings: (config ?? {}) as RouteSettings, ...arrived.client };
  return arrived.arrival;
};

/** Whether a body comes with a request (RFC 9112, section 6.3), be it an empty one. */
export const announcesBody = ({ headers }: FastifyRequest): boolean =>
  headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined;

import type { FastifyRequest } from 'fastify';
import { limitedAddress } from '../access/client-address.js';
import type { RouteSettings } from './route.js';

/** What hooks and guard ask of a request one after the other. Fastify finds each of these out anew whenever it is read. */
export interface Arrival {
  /** Its route's path as it was declared; undefined where no route is found. */
  readonly route: string | undefined;
  /** Of routes that are not the API's some are missing. */
  readonly settings: Partial<RouteSettings>;
  /** The address by which limits count, see `limitedAddress`. */
  readonly address: string;
  /** Runs while its body comes in, where that may not take long. */
  bodyTimer?: NodeJS.Timeout;
}

interface Arrived {
  arrival?: Arrival;
}

/** Found out once for each request. */
export const arrivalOf = (request: FastifyRequest): Arrival => {
  const arrived = request as FastifyRequest & Arrived;
  if (arrived.arrival) return arrived.arrival;
  const { url, config } = request.routeOptions;
  arrived.arrival = { route: url, settings: (config ?? {}) as Partial<RouteSettings>, address: limitedAddress(request.ip) };
  return arrived.arrival;
};

/** Whether a body comes with a request (RFC 9112, section 6.3), be it an empty one. */
export const announcesBody = ({ headers }: FastifyRequest): boolean =>
  headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined;

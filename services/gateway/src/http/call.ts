import { type CallContext, type ContentType, deadlineIn, Refusal } from '@hearsay/contracts';
import type { FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { ClientConnection } from '../access/client-connections.js';
import type { Viewer } from '../access/sessions.js';
import type { RouteSettings } from './route.js';

/** How long services may take to answer a call; they apply nothing after it. */
export const callTimeoutMs = 8000;

/** For what follows a wait of its own, such as a picture that had to be fetched. */
export const withNewDeadline = (context: CallContext): CallContext => ({
  ...context,
  deadline: deadlineIn(callTimeoutMs),
});

/** What the guard found out about a request before its handler runs: everything in it is checked. */
export interface Call<Body = unknown, Query = unknown> {
  readonly viewer: Viewer | null;
  /** Whether the browser speaks TLS, to us or to a proxy before us. */
  readonly isOverTls: boolean;
  /** The address by which limits count, see `limitedAddress`. */
  readonly address: string;
  readonly context: CallContext;
  readonly body: Body;
  readonly query: Query;
}

/** A request that the guard let pass. Body and query are read from its `call`; path parameters are checked as well. */
export interface ApiRequest<Body = unknown, Query = unknown> extends Omit<FastifyRequest, 'body' | 'query' | 'params'> {
  call: Call<Body, Query>;
  readonly params: Readonly<Record<'id' | 'contentId' | 'userId' | 'username' | 'wipeId', string>> & {
    readonly contentType: ContentType;
  };
}

export type WithBody<Body extends z.core.$ZodType> = ApiRequest<z.output<Body>>;
export type WithQuery<Query extends z.core.$ZodType> = ApiRequest<undefined, z.output<Query>>;

/** The viewer of a call that needs a session. @throws Refusal `unauthenticated`. */
export const signedIn = (call: Call): Viewer => {
  if (!call.viewer) throw new Refusal('unauthenticated');
  return call.viewer;
};

/** Route and client of a request. Fastify finds each of these out again at every read. */
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

import { type CallContext, type ContentType, deadlineIn, type Mutes, Refusal } from '@hearsay/contracts';
import type { FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { ClientConnection } from '../access/client-connections.js';
import type { Viewer } from '../access/sessions.js';
import type { RouteSettings } from './route.js';

/** Services do not apply a call after this time. */
export const callTimeoutMs = 8000;

export const withNewDeadline = (context: CallContext): CallContext => ({
  ...context,
  deadline: deadlineIn(callTimeoutMs),
});

/** A checked request: its session, its context for calls to services, and its parsed body and query. */
export interface Call<Body = unknown, Query = unknown> {
  readonly viewer: Viewer | null;
  /** True if the client used TLS, to the gateway or to a proxy in front of it. */
  readonly isOverTls: boolean;
  readonly address: string;
  readonly context: CallContext;
  readonly body: Body;
  readonly query: Query;
}

export interface ApiRequest<Body = unknown, Query = unknown> extends Omit<FastifyRequest, 'body' | 'query' | 'params'> {
  call: Call<Body, Query>;
  readonly params: Readonly<Record<'id' | 'contentId' | 'userId' | 'username' | 'wipeId', string>> & {
    readonly contentType: ContentType;
  };
}

export type WithBody<Body extends z.core.$ZodType> = ApiRequest<z.output<Body>>;
export type WithQuery<Query extends z.core.$ZodType> = ApiRequest<undefined, z.output<Query>>;

/** The viewer's mutes, or undefined without any. */
export const mutesOf = ({ viewer }: Pick<Call, 'viewer'>): Mutes | undefined => viewer?.mutes;

/** @throws Refusal `unauthenticated` */
export const requireSignedIn = (call: Call): Viewer => {
  if (!call.viewer) throw new Refusal('unauthenticated');
  return call.viewer;
};

/** @throws Refusal `unauthenticated`, `forbidden` for another person's id */
export const requireSelf = (id: string, call: Call, refusal: string): void => {
  if (id !== requireSignedIn(call).accountId) throw new Refusal('forbidden', refusal);
};

/** Fields of a request, computed once. Fastify would compute them again at every access. */
export interface RequestFacts extends ClientConnection {
  readonly route: string | undefined;
  readonly settings: RouteSettings;
  /** True if the permit was taken before the body was read. */
  hasPermit?: boolean;
}

interface Arrived {
  readonly client: ClientConnection;
  arrival?: RequestFacts;
}

export const requestFacts = (request: FastifyRequest): RequestFacts => {
  const arrived = request as FastifyRequest & Arrived;
  if (arrived.arrival) return arrived.arrival;
  const { url, config } = request.routeOptions;
  arrived.arrival = { route: url, settings: (config ?? {}) as RouteSettings, ...arrived.client };
  return arrived.arrival;
};

/** True if the headers announce a body, even an empty one (RFC 9112, section 6.3). */
export const announcesBody = ({ headers }: FastifyRequest): boolean =>
  headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined;

/** The configured origin, else the Host header. Ignores X-Forwarded-Host, which may be forged. */
export const originOf = (request: FastifyRequest, publicUrl: string | undefined): string => {
  if (publicUrl !== undefined) return publicUrl;
  const host = request.headers.host ?? '';
  return `${requestFacts(request).isOverTls ? 'https' : 'http'}://${/^[\w.:[\]-]+$/.test(host) ? host : 'localhost'}`;
};

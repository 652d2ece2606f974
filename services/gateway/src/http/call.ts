import { type CallContext, type ContentType, deadlineIn, Refusal } from '@hearsay/contracts';
import type { FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { Viewer } from '../access/viewer.js';

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

import { METHODS } from 'node:http';
import { Refusal } from '@hearsay/contracts';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { ErrorFilter } from './error-filter.js';
import type { RouteSettings } from './route.js';

/** Settings by path, then by method. */
export type ServedRoutes = ReadonlyMap<string, ReadonlyMap<string, RouteSettings>>;

/** The map fills while routes are registered later. Call it before the first route. */
export const collectRoutes = (server: FastifyInstance): ServedRoutes => {
  const routes = new Map<string, Map<string, RouteSettings>>();
  server.addHook('onRoute', ({ method, url, config = {} }) => {
    const methods = routes.get(url) ?? new Map<string, RouteSettings>();
    for (const one of [method].flat()) methods.set(one, config);
    routes.set(url, methods);
  });
  return routes;
};

const closedPaths = ['/api', '/api/*', '/ws/*'];

/**
 * Answers methods that a route lacks: OPTIONS with 204, others with 405 (RFC 9110, sections 9.3.7 and 15.5.6). Call it
 * after all routes are registered.
 */
export const serveOtherMethods = async (
  server: FastifyInstance,
  known: ServedRoutes,
  errors: ErrorFilter,
): Promise<void> => {
  const routes = [...known].map(([url, methods]) => ({ url, methods: new Set(methods.keys()) }));
  // Node reports CONNECT as an event, not as a request.
  const all = METHODS.filter((method) => method !== 'CONNECT');
  for (const method of all)
    if (!server.supportedMethods.includes(method)) server.addHttpMethod(method, { hasBody: true });
  await server.register(async (scope) => {
    scope.setErrorHandler((error, request, reply) => errors.send(error, request, reply));
    for (const { url, methods } of routes) {
      const allow = [...new Set([...methods, 'OPTIONS'])].sort().join(', ');
      const others = all.filter((method) => !methods.has(method));
      const onRequest = async (request: { method: string }, reply: FastifyReply) => {
        void reply.header('allow', allow);
        if (request.method === 'OPTIONS') return reply.status(204).send();
        throw new Refusal('method_not_allowed');
      };
      scope.route({ method: others, url, exposeHeadRoute: false, onRequest, handler: () => undefined });
    }
    const onRequest = async () => {
      throw new Refusal('not_found');
    };
    for (const url of closedPaths)
      scope.route({ method: all, url, exposeHeadRoute: false, onRequest, handler: () => undefined });
  });
};

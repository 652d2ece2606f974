import { stat } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { extname, join, resolve, sep } from 'node:path';
import helmet from '@fastify/helmet';
import statics from '@fastify/static';
import { Refusal } from '@hearsay/contracts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ErrorFilter } from './error-filter.js';

/** Vite's hashed files: their content never changes under a name. */
const hashedFolder = '/assets/';
const yearSeconds = 365 * 24 * 3600;

const isServersOwn = (path: string): boolean => /^\/(api|ws)(\/|$)/.test(path);
const isNavigation = (request: FastifyRequest, path: string): boolean =>
  extname(path) === '' || (request.headers.accept ?? '').includes('text/html');

const fileIn = async (root: string, path: string): Promise<boolean> => {
  const file = resolve(join(root, path));
  if (!file.startsWith(root + sep)) return false;
  return stat(file).then(
    (found) => found.isFile(),
    () => false,
  );
};

const pathOf = (request: FastifyRequest): string => {
  try {
    return decodeURIComponent(request.url.split('?')[0] ?? '/');
  } catch {
    throw new Refusal('not_found');
  }
};

/** Serves the built web app: hashed files for ever, the page itself never from a cache, and the page for every navigation;
 * packed as the build has packed them (`NAME.br`, `NAME.gz`) for browsers that take it. */
export const serveWebApp = async (server: FastifyInstance, webRoot: string, errors: ErrorFilter): Promise<void> => {
  const root = resolve(webRoot);
  await server.register(async (pages) => {
    pages.setErrorHandler((error, request, reply) => errors.send(error, request, reply));
    await pages.register(helmet, pageSecurity);
    await pages.register(statics, { root, serve: false, cacheControl: false, preCompressed: true });
    const send = (reply: FastifyReply, path: string) => {
      const isHashed = path.startsWith(hashedFolder);
      void reply.header('cache-control', isHashed ? `public, max-age=${yearSeconds}, immutable` : 'no-cache');
      return reply.sendFile(path.slice(1));
    };
    pages.get('/*', async (request, reply) => {
      const path = pathOf(request);
      if (isServersOwn(path)) throw new Refusal('not_found');
      if (path !== '/' && (await fileIn(root, path))) return send(reply, path);
      if (path.startsWith(hashedFolder) || !isNavigation(request, path)) throw new Refusal('not_found');
      return send(reply, '/index.html');
    });
  });
};

/** Older browsers do not take `'self'` for sockets of the same host. */
const ownSockets = (request: IncomingMessage): string => {
  const host = request.headers.host ?? '';
  return /^[\w.:[\]-]+$/.test(host) ? `ws://${host} wss://${host}` : "'self'";
};

/** Scripts, styles and sockets from our own host only; React sets style attributes; pictures of people may lie anywhere on the web. */
const pageSecurity = {
  contentSecurityPolicy: {
    useDefaults: false,
    directives: {
      defaultSrc: ["'self'"],
      scriptSrc: ["'self'"],
      styleSrc: ["'self'"],
      styleSrcAttr: ["'unsafe-inline'"],
      imgSrc: ["'self'", 'data:', 'blob:', 'https:', 'http:'],
      fontSrc: ["'self'"],
      connectSrc: ["'self'", ownSockets],
      mediaSrc: ["'self'", 'blob:'],
      workerSrc: ["'self'"],
      manifestSrc: ["'self'"],
      objectSrc: ["'none'"],
      baseUri: ["'none'"],
      formAction: ["'self'"],
      frameAncestors: ["'none'"],
    },
  },
  crossOriginEmbedderPolicy: false,
  referrerPolicy: { policy: 'same-origin' },
  frameguard: { action: 'deny' },
  strictTransportSecurity: false,
} as const;

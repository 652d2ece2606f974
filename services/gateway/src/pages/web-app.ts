import { readFile, stat } from 'node:fs/promises';
import { extname, join, resolve, sep } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import helmet from '@fastify/helmet';
import statics from '@fastify/static';
import { Refusal } from '@hearsay/contracts';
import type { MediaStore } from '@hearsay/media-store';
import type { Logger } from '@hearsay/service-runtime';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type RateLimiter, takeReadPermit } from '../access/rate-limiter.js';
import { originOf, requestFacts } from '../http/call.js';
import { codingFor } from '../http/compression.js';
import { isNoneMatch, weakETag } from '../present/encoded-json.js';
import { type EmbedPage, makeEmbedPage, missingQuestionPage, writeEmbedPage } from './embedded-question.js';
import { findAppPage, type PageFinder } from './page-finder.js';
import { writePage } from './page-html.js';
import { embedSecurity, pageSecurity } from './page-security.js';
import { StoredBuilds } from './stored-builds.js';

const hashedFolder = '/assets/';
const yearSeconds = 365 * 24 * 3600;
const hashedCache = `public, max-age=${yearSeconds}, immutable`;
/** If the media store does not answer, the gateway starts after this time without it. */
const keepWithinMs = 5000;
const typesOfKept: Readonly<Record<string, string>> = {
  '.js': 'application/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.woff2': 'font/woff2',
};

const fileIn = async (root: string, path: string): Promise<boolean> => {
  const file = resolve(join(root, path));
  if (!file.startsWith(root + sep)) return false;
  return stat(file).then(
    (found) => found.isFile(),
    () => false,
  );
};

const pathOf = (request: FastifyRequest): string => decodeURIComponent(request.url.split('?')[0] ?? '/');

/** Pages are compressed for each request, so speed matters more than size. */
const quickly = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } };
const packBrotli = promisify(brotliCompress);
const packers = { br: (html: string) => packBrotli(html, quickly), gzip: promisify(gzip) };

const redirects: Readonly<Record<string, string>> = {
  '/index.html': '/',
  '/embed.html': '/',
  // https://w3c.github.io/webappsec-change-password-url/
  '/.well-known/change-password': '/settings',
};
const icon = '/icons/icon-192.png';
const icons: Readonly<Record<string, string>> = {
  '/favicon.ico': icon,
  '/apple-touch-icon.png': icon,
  '/apple-touch-icon-precomposed.png': icon,
};

const sendPage = async (
  request: FastifyRequest,
  reply: FastifyReply,
  html: string,
  status: number,
): Promise<FastifyReply> => {
  const etag = weakETag(html);
  void reply
    .status(status)
    .type('text/html; charset=utf-8')
    .headers({ 'cache-control': 'no-cache', vary: 'accept-encoding', etag });
  if (status === 200 && isNoneMatch(request.headers['if-none-match'], etag)) return reply.status(304).send();
  const coding = codingFor(request.headers['accept-encoding']);
  if (coding === 'identity') return reply.send(html);
  return reply.header('content-encoding', coding).send(await packers[coding](html));
};

interface WebAppOptions {
  readonly webRoot: string;
  readonly finder: PageFinder;
  readonly limiter: RateLimiter;
  readonly store: MediaStore;
  readonly log: Logger;
  readonly publicUrl: string | undefined;
}

/** Serves one question for the frames of other sites. No other page may be framed. */
const serveEmbeds = async (
  server: FastifyInstance,
  { root, finder, limiter }: Pick<WebAppOptions, 'finder' | 'limiter'> & { readonly root: string },
): Promise<void> => {
  const template = await readFile(join(root, 'embed.html'), 'utf8');
  const read = async (id: string): Promise<EmbedPage | null> => {
    try {
      return makeEmbedPage(await finder.question(id));
    } catch (error) {
      if (error instanceof Refusal && error.code === 'not_found') return null;
      throw error;
    }
  };
  await server.register(async (embeds) => {
    await embeds.register(helmet, embedSecurity(template));
    embeds.get('/embed/questions/:id', async (request, reply) => {
      await takeReadPermit(limiter, 'reads', { accountId: null, address: requestFacts(request).address });
      const page = await read((request.params as { id: string }).id);
      return sendPage(request, reply, writeEmbedPage(template, page ?? missingQuestionPage), page === null ? 404 : 200);
    });
  });
};

export const serveWebApp = async (server: FastifyInstance, options: WebAppOptions): Promise<void> => {
  const { finder, publicUrl, limiter, store, log } = options;
  const root = resolve(options.webRoot);
  const template = await readFile(join(root, 'index.html'), 'utf8');
  const builds = new StoredBuilds(store);
  const folder = join(root, hashedFolder);
  const warn = (error: unknown) =>
    log.warn({ err: error }, 'Gateways of other builds cannot serve the files of this build');
  await Promise.race([builds.addBuild(folder).catch(warn), pause(keepWithinMs, undefined, { ref: false })]);
  void builds.addUntilListed(folder, warn);
  await serveEmbeds(server, { root, finder, limiter });
  await server.register(async (pages) => {
    await pages.register(helmet, pageSecurity(template));
    await pages.register(statics, { root, serve: false, cacheControl: false, preCompressed: true });
    const send = (request: FastifyRequest, reply: FastifyReply, path: string) => {
      // The plugin might send a coding that the header refuses. Files without a compressed form are sent as they are.
      request.raw.headers['accept-encoding'] = codingFor(request.headers['accept-encoding']);
      const isHashed = path.startsWith(hashedFolder);
      void reply.header('cache-control', isHashed ? hashedCache : 'no-cache');
      return reply.sendFile(path.slice(1));
    };
    const sendOfOtherBuild = async (request: FastifyRequest, reply: FastifyReply, name: string) => {
      await takeReadPermit(limiter, 'reads', { accountId: null, address: requestFacts(request).address });
      const file = await builds.read(name);
      return reply
        .type(typesOfKept[extname(name)] ?? 'application/octet-stream')
        .header('cache-control', hashedCache)
        .send(file);
    };
    pages.get('/*', async (request, reply) => {
      const path = pathOf(request);
      const redirect = redirects[path];
      if (redirect !== undefined) return reply.header('cache-control', 'no-cache').redirect(redirect);
      const file = icons[path] ?? path;
      if (file !== '/' && (await fileIn(root, file))) return send(request, reply, file);
      const isNavigation =
        findAppPage(path) !== null || extname(path) === '' || (request.headers.accept ?? '').includes('text/html');
      if (path.startsWith(hashedFolder)) return sendOfOtherBuild(request, reply, path.slice(hashedFolder.length));
      if (!isNavigation) throw new Refusal('not_found');
      // The address of this page contains a secret, so links on this page send no referrer.
      if (findAppPage(path)?.path === 'receipt') void reply.header('referrer-policy', 'no-referrer');
      const page = await finder.findPage(path, requestFacts(request).address);
      if (page.isThere && page.path === null) return send(request, reply, '/index.html');
      const html = writePage(template, page, originOf(request, publicUrl));
      return sendPage(request, reply, html, page.isThere ? 200 : 404);
    });
  });
};

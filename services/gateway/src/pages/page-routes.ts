import { Refusal } from '@hearsay/contracts';
import type { MediaStore } from '@hearsay/media-store';
import type { RpcClient } from '@hearsay/messaging';
import type { Logger } from '@hearsay/service-runtime';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { takeReadPermit } from '../access/rate-limiter.js';
import { originOf, requestFacts } from '../http/call.js';
import type { PictureProcess } from '../pictures/picture-process.js';
import { PageFinder, type PageSources } from './page-finder.js';
import { previewOfPerson, previewOfPodcast, previewOfQuestion } from './preview.js';
import { Sitemap } from './sitemap.js';
import { serveWebApp } from './web-app.js';

/** A cached preview may show old boosts. That does no harm, because social networks keep previews much longer. */
const previewCache = 'public, max-age=600';
const listSeconds = 3600;

interface PagesOptions extends PageSources {
  readonly rpc: RpcClient;
  readonly webRoot: string;
  readonly publicUrl: string | undefined;
  readonly pictureProcess: PictureProcess;
  readonly store: MediaStore;
  readonly log: Logger;
}

/** Serves the web app, `/robots.txt`, the sitemap and previews of questions, people and episodes. */
export const servePages = async (server: FastifyInstance, options: PagesOptions): Promise<void> => {
  const finder = new PageFinder(options);
  const sitemap = new Sitemap(options.rpc);
  /** The content of previews by their folder, as a visitor sees it. @throws Refusal `not_found` */
  const previews = {
    '': async (id: string) => previewOfQuestion(await finder.question(id)),
    'users/': async (id: string) => previewOfPerson(await finder.person(id)),
    'podcasts/': async (id: string) => previewOfPodcast(await finder.podcast(id)),
  };
  // Without `PUBLIC_URL`, the lists contain the Host of one request, so shared caches must not store them.
  const listCache = `${options.publicUrl === undefined ? 'private' : 'public'}, max-age=${listSeconds}`;
  const xml = (reply: FastifyReply, text: string | null) => {
    if (text === null) throw new Refusal('not_found');
    return reply.type('application/xml; charset=utf-8').header('cache-control', listCache).send(text);
  };

  await server.register(async (scope) => {
    scope.addHook('onRequest', async (request) => {
      await takeReadPermit(options.limiter, 'reads', { accountId: null, address: requestFacts(request).address });
    });
    scope.get('/robots.txt', (request, reply) =>
      reply
        .type('text/plain; charset=utf-8')
        .header('cache-control', listCache)
        .send(
          `User-agent: *\nDisallow: /api/\nDisallow: /ws\nAllow: /\n\nSitemap: ${originOf(request, options.publicUrl)}/sitemap.xml\n`,
        ),
    );
    scope.get('/sitemap.xml', async (request, reply) =>
      xml(reply, await sitemap.index(originOf(request, options.publicUrl))),
    );
    scope.get('/sitemap-:page(^\\d{1,3}).xml', async (request, reply) => {
      const { page } = request.params as { page: string };
      return xml(reply, await sitemap.page(Number(page), originOf(request, options.publicUrl)));
    });
    for (const [folder, preview] of Object.entries(previews))
      scope.get(`/previews/${folder}:id(^[0-9a-fA-F-]{36}).png`, async (request, reply) => {
        const { id } = request.params as { id: string };
        const png = await options.pictureProcess.preview(await preview(id));
        return reply
          .type('image/png')
          .headers({ 'cache-control': previewCache, 'x-content-type-options': 'nosniff' })
          .send(png);
      });
  });
  await serveWebApp(server, { ...options, finder });
};

import { text } from 'node:stream/consumers';
import { Id, Refusal } from '@hearsay/contracts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { takeReadPermit } from '../access/rate-limiter.js';
import { tokenHashOf } from '../access/session-cookie.js';
import { originOf, requestFacts } from '../http/call.js';
import { episodeCacheControl, type MediaDependencies, sendMedia } from '../media/media-routes.js';
import { coverOf } from '../pages/preview.js';
import type { PictureProcess } from '../pictures/picture-process.js';
import { isNoneMatch, weakETag } from '../present/encoded-json.js';
import type { PodcastFeeds } from '../read/podcast-feeds.js';
import { chaptersType, podcastFeedXml } from './podcast-feed-xml.js';

const feedKey = ':key(^[\\w-]{22})';
const idLength = '^[0-9a-fA-F-]{36}';

interface FeedOptions extends Pick<MediaDependencies, 'limiter' | 'store' | 'slowTransfers' | 'plays'> {
  readonly podcastFeeds: PodcastFeeds;
  readonly pictureProcess: PictureProcess;
  readonly publicUrl: string | undefined;
}

/**
 * Serves the feed, its picture, episodes, chapters and transcripts under the feed's key. The key is a secret of the
 * creator, so shared caches may not keep the answers.
 */
export const servePodcastFeeds = (server: FastifyInstance, options: FeedOptions): void => {
  const { podcastFeeds, pictureProcess, publicUrl } = options;
  const read = async (request: FastifyRequest) => {
    const { address } = requestFacts(request);
    await takeReadPermit(options.limiter, 'reads', { accountId: null, address });
    const { key } = request.params as { key: string };
    return { key, keyHash: tokenHashOf(key), address };
  };
  const readEpisode = async (request: FastifyRequest) => {
    const asked = await read(request);
    const id = Id.safeParse((request.params as { id: string }).id.toLowerCase());
    if (!id.success) throw new Refusal('not_found');
    return { ...asked, id: id.data };
  };
  const send = (request: FastifyRequest, reply: FastifyReply, type: string, body: string | Buffer) => {
    const etag = weakETag(typeof body === 'string' ? body : body.toString('base64'));
    void reply.headers({
      'cache-control': 'private, no-cache',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
      'cross-origin-resource-policy': 'cross-origin',
      etag,
    });
    if (isNoneMatch(request.headers['if-none-match'], etag)) return reply.status(304).send();
    return reply.type(type).send(body);
  };

  server.get(`/feeds/${feedKey}.xml`, async (request, reply) => {
    const asked = await read(request);
    const feed = await podcastFeeds.feed(asked.keyHash, request.id);
    const xml = podcastFeedXml(feed, { origin: originOf(request, publicUrl), key: asked.key });
    return send(request, reply, 'application/rss+xml; charset=utf-8', xml);
  });
  server.get(`/feeds/${feedKey}/cover.png`, async (request, reply) => {
    const { creator } = await podcastFeeds.feed((await read(request)).keyHash, request.id);
    return send(request, reply, 'image/png', await pictureProcess.preview(coverOf(creator)));
  });
  const ofEpisode = `/feeds/${feedKey}/:id(${idLength})`;
  server.get(`${ofEpisode}/chapters.json`, async (request, reply) => {
    const { keyHash, id } = await readEpisode(request);
    const chapters = await podcastFeeds.chapters(keyHash, id, request.id);
    return send(request, reply, chaptersType, JSON.stringify(chapters));
  });
  server.get(`${ofEpisode}/transcript.vtt`, async (request, reply) => {
    const { keyHash, id } = await readEpisode(request);
    const words = await options.store.read(await podcastFeeds.transcriptKey(keyHash, id, request.id));
    return send(request, reply, 'text/vtt; charset=utf-8', await text(words));
  });
  server.route({
    // Registers HEAD too. The HEAD route that Fastify would add announces an answer of 0 bytes.
    method: ['GET', 'HEAD'],
    url: ofEpisode,
    handler: async (request, reply) => {
      const asked = await readEpisode(request);
      const media = await podcastFeeds.media(asked.keyHash, asked.id, request.id);
      const listener = { accountId: null, address: asked.address };
      const found = { ...media, cacheControl: episodeCacheControl, listener, sites: 'cross-origin' } as const;
      return sendMedia(found, request, reply, options);
    },
  });
};

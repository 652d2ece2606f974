import { contentRpc, deadlineIn, Refusal } from '@hearsay/contracts';
import type { ByteRange, MediaStore } from '@hearsay/media-store';
import type { RpcClient } from '@hearsay/messaging';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type RateLimiter, type Reader, takeReadPermit } from '../access/rate-limiter.js';
import type { Slots } from '../access/slots.js';
import type { ApiGuard } from '../http/api-guard.js';
import { callTimeoutMs, requestFacts } from '../http/call.js';
import type { ErrorFilter } from '../http/error-filter.js';
import type { SlowTransfers, WatchedTransfer } from '../http/slow-transfers.js';
import { isNoneMatch } from '../present/encoded-json.js';
import type { ShownPictures } from '../read/people.js';
import { largePictureKeyOf, pictureType } from './pictures.js';

/** `none` is a range beyond the end (416). */
export type WantedBytes = 'all' | 'none' | ByteRange;

/** Reads Range and If-Range (RFC 9110, sections 14.2 and 13.1.5). Ignores multiple or malformed ranges. */
export const parseRange = (
  size: number,
  headers: { readonly range?: string | undefined; readonly ifRange?: string | undefined; readonly etag: string },
): WantedBytes => {
  const { range, ifRange, etag } = headers;
  if (range === undefined || (ifRange !== undefined && ifRange !== etag)) return 'all';
  const [, first, last] = /^bytes=\s*(\d{0,15})-(\d{0,15})\s*$/i.exec(range) ?? [];
  if (first === undefined || last === undefined || (first === '' && last === '')) return 'all';
  if (first === '') {
    const length = Math.min(Number(last), size);
    return length === 0 ? 'none' : { from: size - length, to: size - 1 };
  }
  const from = Number(first);
  if (last !== '' && Number(last) < from) return 'all';
  if (from >= size) return 'none';
  return { from, to: last === '' ? size - 1 : Math.min(Number(last), size - 1) };
};

const episodeKey = /^e[\w-]{24}$/;
/** Immutable, because a new picture has a new key. `private`, because a shared cache would keep a removed picture. */
const pictureCache = 'private, max-age=86400, immutable';
/** Browsers ask the gateway again at every play, so that a removed episode is gone at once. */
export const episodeCacheControl = 'private, no-cache';

export interface MediaDependencies {
  readonly rpc: RpcClient;
  readonly store: MediaStore;
  readonly guard: ApiGuard;
  readonly limiter: RateLimiter;
  readonly errors: ErrorFilter;
  readonly slowTransfers: SlowTransfers;
  readonly plays: Slots;
}

interface MediaOptions extends MediaDependencies {
  readonly shownPictures: ShownPictures;
}

export interface FoundMedia {
  readonly key: string;
  readonly contentType: string;
  readonly bytes: number;
  readonly cacheControl: string;
  /** The reader who holds a slot while the answer is sent. Null for pictures, which are small. */
  readonly listener: Reader | null;
  /** `cross-origin` for episodes of a feed, because podcast players on other sites may play them. */
  readonly sites: 'same-origin' | 'cross-origin';
}

/** Episodes need a session, pictures are public. Browsers execute none of the served types. */
export const serveMedia = (server: FastifyInstance, options: MediaOptions): void => {
  server.route({
    method: ['GET', 'HEAD'],
    url: '/api/media/:key',
    handler: async (request, reply) => {
      const { key } = request.params as { key: string };
      return sendMedia(await find(key, request, options), request, reply, options);
    },
  });
};

const find = async (
  key: string,
  request: FastifyRequest,
  { rpc, store, guard, limiter, shownPictures }: MediaOptions,
): Promise<FoundMedia> => {
  const picture = largePictureKeyOf(key);
  const isPicture = picture !== null;
  const own = { key, sites: 'same-origin' as const };
  if (!isPicture && !episodeKey.test(key)) throw new Refusal('not_found');
  const arrival = requestFacts(request);
  const { address } = arrival;
  const viewer = isPicture ? null : await guard.viewerOf(request.headers.cookie, arrival, request.id);
  if (!isPicture && !viewer) throw new Refusal('unauthenticated');
  const accountId = viewer?.accountId ?? null;
  await takeReadPermit(limiter, 'reads', { accountId, address });
  if (isPicture) {
    const bytes = (await shownPictures.isShown(picture, request.id)) ? await store.size(key) : null;
    if (bytes === null) throw new Refusal('not_found');
    return { ...own, contentType: pictureType, bytes, cacheControl: pictureCache, listener: null };
  }
  const context = { correlationId: request.id, accountId, deadline: deadlineIn(callTimeoutMs) };
  const { media } = await rpc.call(contentRpc.media, { key }, context);
  if (!media) throw new Refusal('not_found');
  return { ...own, ...media, cacheControl: episodeCacheControl, listener: { accountId, address } };
};

/**
 * Counts the bytes that the client has taken. While none wait for the client, the transfer waits for the media store.
 */
const leaving = ({ raw }: FastifyReply): WatchedTransfer => {
  const { socket } = raw.req;
  return {
    bytes: () => socket.bytesWritten - socket.writableLength,
    isWaitingForUs: () => socket.writableLength === 0,
    cut: () => raw.destroy(),
  };
};

/** Answers GET and HEAD, with Range. */
export const sendMedia = async (
  found: FoundMedia,
  request: FastifyRequest,
  reply: FastifyReply,
  { store, plays, slowTransfers }: Pick<MediaDependencies, 'store' | 'plays' | 'slowTransfers'>,
) => {
  const { key } = found;
  const etag = `"${key}"`;
  void reply.headers({
    'accept-ranges': 'bytes',
    'cache-control': found.cacheControl,
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
    'cross-origin-resource-policy': found.sites,
    etag,
  });
  if (isNoneMatch(request.headers['if-none-match'], etag)) return reply.status(304).send();
  const ifRange = request.headers['if-range'];
  const wanted = parseRange(found.bytes, {
    // Range applies to GET alone (RFC 9110, section 14.2).
    range: request.method === 'GET' ? request.headers.range : undefined,
    ifRange: typeof ifRange === 'string' ? ifRange : undefined,
    etag,
  });
  if (wanted === 'none') return reply.status(416).header('content-range', `bytes */${found.bytes}`).send();
  const range = wanted === 'all' ? { from: 0, to: found.bytes - 1 } : wanted;
  if (wanted !== 'all')
    void reply.status(206).header('content-range', `bytes ${range.from}-${range.to}/${found.bytes}`);
  void reply.type(found.contentType).header('content-length', range.to - range.from + 1);
  if (request.method === 'HEAD') return reply.send();
  if (found.listener) reply.raw.once('close', plays.take(found.listener));
  reply.raw.once('close', slowTransfers.watch(leaving(reply)));
  return reply.send(await store.read(key, wanted === 'all' ? undefined : range));
};

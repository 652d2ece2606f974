import {
  ActorBody,
  contentRpc,
  OwnPodcastFeed,
  PodcastFeedBody,
  PodcastFeedUrl,
  podcastFeedPath,
} from '@hearsay/contracts';
import { RpcClient } from '@hearsay/messaging';
import { Inject } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { type ApiRequest, originOf, requireSelf, type WithBody } from '../http/call.js';
import { ApiController, ApiGet, ApiPost, ApiPut } from '../http/route.js';

export const publicUrlToken = Symbol('public url');

const onlyOwn = 'You may change only your own feed';
const bodyLimit = 16 * 1024;

@ApiController('api/users', 'Podcasts')
export class PodcastFeedsController {
  constructor(
    private readonly rpc: RpcClient,
    @Inject(publicUrlToken) private readonly publicUrl: string | undefined,
  ) {}

  @ApiGet(':id/podcast-feed', {
    summary: 'One’s feed for podcast apps',
    answer: OwnPodcastFeed,
    needsSession: true,
  })
  async own(request: ApiRequest): Promise<OwnPodcastFeed> {
    const { call, params } = request;
    requireSelf(params.id, call, onlyOwn);
    const { key, episodes } = await this.rpc.call(contentRpc.ownPodcastFeed, {}, call.context);
    return { url: this.#urlOf(key, request), episodes };
  }

  @ApiPut(':id/podcast-feed', {
    summary: 'Open a feed of own episodes for podcast apps, or change it; an empty list closes it',
    body: PodcastFeedBody,
    bodyLimit,
    answer: PodcastFeedUrl,
    limit: 'posts',
    refusals: ['not_found'],
  })
  async set(request: WithBody<typeof PodcastFeedBody>): Promise<PodcastFeedUrl> {
    const { call, params } = request;
    requireSelf(params.id, call, onlyOwn);
    const { episodes } = call.body;
    const { key } = await this.rpc.call(contentRpc.setPodcastFeed, { episodes }, call.context);
    return { url: this.#urlOf(key, request) };
  }

  @ApiPost(':id/podcast-feed/renew', {
    summary: 'Give one’s feed a new secret address; the old one is gone',
    body: ActorBody,
    answer: PodcastFeedUrl,
    limit: 'posts',
    refusals: ['not_found'],
  })
  async renew(request: WithBody<typeof ActorBody>): Promise<PodcastFeedUrl> {
    const { call, params } = request;
    requireSelf(params.id, call, onlyOwn);
    const { key } = await this.rpc.call(contentRpc.renewPodcastFeed, {}, call.context);
    return { url: this.#urlOf(key, request) };
  }

  #urlOf(key: string | null, request: ApiRequest): string | null {
    return key === null ? null : originOf(request as unknown as FastifyRequest, this.publicUrl) + podcastFeedPath(key);
  }
}

import { type CallContext, contentRpc, type Podcast, type PodcastView, Refusal } from '@hearsay/contracts';
import type { RpcClient } from '@hearsay/messaging';
import { podcastRef, presentPodcast } from '../present/content.js';
import { Counters } from './counters.js';
import { People } from './people.js';

export class Podcasts {
  constructor(
    private readonly rpc: RpcClient,
    private readonly people: People,
    private readonly counters: Counters,
  ) {}

  /** @throws Refusal `not_found` */
  async podcast(id: string, context: CallContext): Promise<Podcast> {
    const { podcast } = await this.rpc.call(contentRpc.podcast, { id }, context);
    return this.present(podcast, context);
  }

  async present(view: PodcastView, context: CallContext): Promise<Podcast> {
    const [podcast] = await this.list([view], context);
    if (!podcast) throw new Refusal('not_found');
    return podcast;
  }

  /** Episodes without a known author are missing. */
  async list(views: readonly PodcastView[], context: CallContext): Promise<Podcast[]> {
    const [cards, counts] = await Promise.all([
      this.people.cards(
        views.map(({ authorId }) => authorId),
        context.correlationId,
      ),
      this.counters.of(
        views.map(({ id }) => podcastRef(id)),
        context,
      ),
    ]);
    return views.flatMap((view) => presentPodcast(view, cards, counts) ?? []);
  }
}

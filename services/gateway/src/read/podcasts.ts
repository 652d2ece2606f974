import {
  type CallContext,
  contentRpc,
  type Podcast,
  type PodcastDetail,
  type PodcastView,
  Refusal,
} from '@hearsay/contracts';
import type { RpcClient } from '@hearsay/messaging';
import { presentPodcast, presentPodcastDetail } from '../present/content.js';
import type { Hydration } from './hydration.js';
import { readAllViews } from './read-context.js';

/** Reads episodes as a visitor (not signed in) sees them. */
export const readPodcasts = (rpc: RpcClient, ids: readonly string[]): Promise<Map<string, PodcastView>> =>
  readAllViews(ids, async (some, context) => {
    const { podcasts, to } = await rpc.call(contentRpc.podcastViews, { ids: some }, context);
    return { found: podcasts.map((view) => [view.id, view]), to };
  });

export class Podcasts {
  constructor(
    private readonly rpc: RpcClient,
    private readonly hydration: Hydration,
  ) {}

  /** @throws Refusal `not_found` */
  async podcast(id: string, context: CallContext): Promise<PodcastDetail> {
    const { podcast, answers } = await this.rpc.call(contentRpc.podcast, { id }, context);
    const { hasTranscript = false } = podcast;
    return presentPodcastDetail(await this.present(podcast, context), { answers: answers ?? [], hasTranscript });
  }

  async present(view: PodcastView, context: CallContext): Promise<Podcast> {
    const [podcast] = await this.list([view], context);
    if (!podcast) throw new Refusal('not_found');
    return podcast;
  }

  /** Leaves out episodes whose author is unknown or hidden. */
  async list(views: readonly PodcastView[], context: CallContext): Promise<Podcast[]> {
    const { cards, counts } = await this.hydration.cardsAndCounts({ podcasts: views }, context);
    return views.flatMap((view) => presentPodcast(view, cards, counts) ?? []);
  }
}

import {
  contentRpc,
  type OpenPodcastFeed,
  type Person,
  type Podcast,
  type PodcastChapters,
  Refusal,
} from '@hearsay/contracts';
import type { RpcClient } from '@hearsay/messaging';
import { presentChapters } from '../present/content.js';
import type { People } from './people.js';
import { type Podcasts, readPodcasts } from './podcasts.js';
import { visitorContext } from './read-context.js';

export interface FeedEpisode extends Omit<OpenPodcastFeed['episodes'][number], 'id'> {
  readonly podcast: Podcast;
}

export interface PodcastFeed {
  readonly creator: Person;
  /** Newest first. */
  readonly episodes: readonly FeedEpisode[];
}

/** Reads feeds for podcast apps, which know only a key. Calls carry its hash. */
export class PodcastFeeds {
  constructor(
    private readonly rpc: RpcClient,
    private readonly people: People,
    private readonly podcasts: Podcasts,
  ) {}

  /** @throws Refusal `gone` for a closed or renewed feed, `not_found` for an unknown or empty feed */
  async feed(keyHash: string, correlationId: string): Promise<PodcastFeed> {
    const context = visitorContext(correlationId);
    const { ownerId, episodes } = await this.rpc.call(contentRpc.podcastFeed, { keyHash }, context);
    const ids = episodes.map(({ id }) => id);
    const [creator, podcasts] = await Promise.all([
      this.people.person(ownerId, context),
      readPodcasts(this.rpc, ids).then((views) => this.podcasts.list([...views.values()], context)),
    ]);
    const shownById = new Map(podcasts.map((podcast) => [podcast.id, podcast]));
    const shown = episodes.flatMap(({ id, ...episode }) => {
      const podcast = shownById.get(id);
      return podcast ? [{ podcast, ...episode }] : [];
    });
    if (!creator || shown.length === 0) throw new Refusal('not_found', 'This feed has no episode');
    return { creator, episodes: shown };
  }

  /** The bytes of an episode. @throws Refusal as `feed` */
  media(keyHash: string, id: string, correlationId: string) {
    return this.rpc.call(contentRpc.podcastFeedMedia, { keyHash, id }, visitorContext(correlationId));
  }

  /** @throws Refusal as `feed` */
  async chapters(keyHash: string, id: string, correlationId: string): Promise<PodcastChapters> {
    await this.media(keyHash, id, correlationId);
    return presentChapters(await this.podcasts.podcast(id, visitorContext(correlationId)));
  }

  /** The transcript's key in the media store. @throws Refusal as `feed`, and `not_found` without a transcript */
  async transcriptKey(keyHash: string, id: string, correlationId: string): Promise<string> {
    await this.media(keyHash, id, correlationId);
    const { key } = await this.rpc.call(contentRpc.podcastTranscript, { id }, visitorContext(correlationId));
    if (key === null) throw new Refusal('not_found', 'This episode has no transcript');
    return key;
  }
}

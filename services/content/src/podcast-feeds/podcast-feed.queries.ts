import { hash } from 'node:crypto';
import {
  type contentRpc,
  type OpenPodcastFeed,
  type OwnPodcastFeedView,
  Refusal,
  type RpcOutput,
} from '@hearsay/contracts';
import type { SealedAuthors } from '@hearsay/service-runtime';
import type pg from 'pg';
import { isEpisodeThere, isOpen } from '../visibility.js';

const newestFirst = 'order by p.created_at desc, p.id desc';

export class PodcastFeedQueries {
  constructor(
    private readonly pool: pg.Pool,
    private readonly seals: SealedAuthors,
  ) {}

  /** Computes the secret key from the feed's id. No row holds the key, and only this service can compute it. */
  keyOf(id: string): string {
    return this.seals.computeCode(JSON.stringify(['podcast-feed', id]));
  }

  /** The form of the feed's secret key that rows hold. */
  keyHashOf(id: string): string {
    return hash('sha256', this.keyOf(id), 'base64url');
  }

  /**
   * @throws Refusal `forbidden` for an episode of another person, or if this person has never published an episode;
   * `not_found` for an unknown or removed episode
   */
  async mustBeOwn(ownerId: string, episodes: readonly string[]): Promise<void> {
    const { rows } = await this.pool.query<{ ownerId: string }>({
      name: 'owners-of-episodes',
      text: `select p.owner_id as "ownerId" from podcasts p where p.id = any($1) and ${isEpisodeThere}`,
      values: [episodes],
    });
    if (rows.some((episode) => episode.ownerId !== ownerId))
      throw new Refusal('forbidden', 'A feed holds only own episodes');
    if (!(await this.#hasEverPublished(ownerId)))
      throw new Refusal('forbidden', 'Only people who have published an episode have a feed');
    if (rows.length < episodes.length) throw new Refusal('not_found', 'An episode is not there');
  }

  /** Removed episodes count too. */
  async #hasEverPublished(ownerId: string): Promise<boolean> {
    const text = 'select from podcasts where owner_id = $1 limit 1';
    return (await this.pool.query({ name: 'has-published', text, values: [ownerId] })).rows.length > 0;
  }

  /** The key of the owner's feed and its visible episodes, newest first. The key is null if there is no feed. */
  async own(ownerId: string): Promise<OwnPodcastFeedView> {
    const { rows } = await this.pool.query<{ id: string; episodes: string[] }>({
      name: 'own-podcast-feed',
      text: `select f.id, array(
               select p.id from podcast_feed_episodes e join podcasts p on p.id = e.podcast_id
               where e.owner_id = f.owner_id and ${isEpisodeThere} ${newestFirst}) as episodes
             from podcast_feeds f where f.owner_id = $1`,
      values: [ownerId],
    });
    const [feed] = rows;
    return feed ? { key: this.keyOf(feed.id), episodes: feed.episodes } : { key: null, episodes: [] };
  }

  /**
   * The owner and the visible episodes of a feed, newest first. @throws Refusal `not_found` for an unknown feed or one
   * without visible episodes, `gone` for a key whose feed was closed or renewed
   */
  async open(keyHash: string): Promise<OpenPodcastFeed> {
    const ownerId = await this.#ownerOf(keyHash);
    const { rows: episodes } = await this.pool.query<OpenPodcastFeed['episodes'][number]>({
      name: 'podcast-feed-episodes',
      text: `select p.id, m.content_type as "contentType", m.bytes::float8 as bytes,
               p.transcript_key is not null as "hasTranscript",
               exists (select from episode_answers a join questions q on q.id = a.question_id
                       where a.podcast_id = p.id and a.at is not null and ${isOpen('q')}) as "hasChapters"
             from podcast_feed_episodes e join podcasts p on p.id = e.podcast_id join media m on m.key = p.media_key
             where e.owner_id = $1 and ${isEpisodeThere} and m.erased_at is null ${newestFirst}`,
      values: [ownerId],
    });
    // An empty feed would still show its creator, although a wipe may have hidden everything that the creator posted.
    if (episodes.length === 0) throw new Refusal('not_found', 'This feed has no episode');
    return { ownerId, episodes };
  }

  /** @throws Refusal `not_found` for an unknown feed or an episode that it does not show, `gone` as `open` */
  async media(keyHash: string, id: string): Promise<RpcOutput<typeof contentRpc.podcastFeedMedia>> {
    const ownerId = await this.#ownerOf(keyHash);
    const { rows } = await this.pool.query<RpcOutput<typeof contentRpc.podcastFeedMedia>>({
      name: 'podcast-feed-media',
      text: `select m.key, m.content_type as "contentType", m.bytes::float8 as bytes
             from podcast_feed_episodes e join podcasts p on p.id = e.podcast_id join media m on m.key = p.media_key
             where e.owner_id = $1 and e.podcast_id = $2 and ${isEpisodeThere} and m.erased_at is null`,
      values: [ownerId, id],
    });
    const [media] = rows;
    if (!media) throw new Refusal('not_found');
    return media;
  }

  /** @throws Refusal `not_found` for an unknown key, `gone` for a closed feed or renewed key */
  async #ownerOf(keyHash: string): Promise<string> {
    const { rows } = await this.pool.query<{ ownerId: string | null }>({
      name: 'owner-of-podcast-feed',
      text: 'select owner_id as "ownerId" from podcast_feeds where key_hash = $1',
      values: [keyHash],
    });
    const [feed] = rows;
    if (!feed) throw new Refusal('not_found', 'There is no such feed');
    if (feed.ownerId === null) throw new Refusal('gone', 'This feed is closed');
    return feed.ownerId;
  }
}

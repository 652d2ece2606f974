import * as z from 'zod/mini';
import { FeedEpisodes } from '../podcast-feeds.js';
import { Id, integer } from '../primitives.js';
import { contractsOf } from './rpc.js';

const { command, query } = contractsOf('content');

/** SHA-256 of a feed's key in base64url. Calls never contain a key that a reader has sent. */
const KeyHash = z.string().check(z.maxLength(100));

/** The key is null while the feed is closed. */
const OwnPodcastFeedView = z.object({ key: z.nullable(z.string()), episodes: z.array(Id) });
export type OwnPodcastFeedView = z.infer<typeof OwnPodcastFeedView>;

/**
 * Opens the caller's feed with these episodes, or changes them. An empty list closes the feed. @throws `forbidden` for
 * other people's episodes and for callers without episodes, `not_found` for removed episodes
 */
export const setPodcastFeed = command('set-podcast-feed', { episodes: FeedEpisodes }, OwnPodcastFeedView.shape);

/** @throws `not_found` while the feed is closed */
export const renewPodcastFeed = command('renew-podcast-feed', {}, OwnPodcastFeedView.shape);

export const ownPodcastFeed = query('own-podcast-feed', {}, OwnPodcastFeedView.shape);

const media = { contentType: z.string(), bytes: integer(1) };
const FeedEpisode = z.object({ id: Id, ...media, hasChapters: z.boolean(), hasTranscript: z.boolean() });
const OpenPodcastFeed = z.object({ ownerId: Id, episodes: z.array(FeedEpisode) });
export type OpenPodcastFeed = z.infer<typeof OpenPodcastFeed>;

/**
 * The feed that podcast apps read, newest episode first. @throws `gone` if it was closed or renewed, `not_found` for an
 * unknown key and while the feed shows no episode
 */
export const podcastFeed = query('podcast-feed', { keyHash: KeyHash }, OpenPodcastFeed.shape);

/** The media key of an episode in a feed. @throws like `podcastFeed` */
export const podcastFeedMedia = query(
  'podcast-feed-media',
  { keyHash: KeyHash, id: Id },
  { key: z.string(), ...media },
);

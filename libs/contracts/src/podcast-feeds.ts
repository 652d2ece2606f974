import * as z from 'zod/mini';
import { limits } from './limits.js';
import { described, Id, named } from './primitives.js';

export const FeedEpisodes = z.array(Id).check(z.maxLength(limits.feedEpisodes));

/** The URL path of a podcast feed. */
export const podcastFeedPath = (key: string): string => `/feeds/${key}.xml`;

/** The episodes that podcast apps may play. An empty list closes the feed. */
export const PodcastFeedBody = z.object({ episodes: FeedEpisodes, userId: z.nullish(Id) });
export type PodcastFeedBody = z.input<typeof PodcastFeedBody>;

const url = described(z.nullable(z.string()), {
  description: 'The secret address of the feed; null while it is closed',
});

export const PodcastFeedUrl = named('PodcastFeedUrl', z.object({ url }));
export type PodcastFeedUrl = z.infer<typeof PodcastFeedUrl>;

export const OwnPodcastFeed = named('OwnPodcastFeed', z.object({ url, episodes: z.array(Id) }));
export type OwnPodcastFeed = z.infer<typeof OwnPodcastFeed>;

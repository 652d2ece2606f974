import { OwnPodcastFeed } from '@hearsay/contracts';
import { queryOptions } from '@tanstack/react-query';
import { read } from '../../shared/api/api-client.ts';
import { queryKeys } from '../../shared/api/cache.ts';

export const podcastFeedQueries = {
  own: (userId: string) =>
    queryOptions({
      queryKey: queryKeys.podcastFeed(userId),
      queryFn: ({ signal }) => read(OwnPodcastFeed, `/api/users/${userId}/podcast-feed`, signal),
      staleTime: 0,
    }),
};

import { PodcastDetail } from '@hearsay/contracts';
import { queryOptions } from '@tanstack/react-query';
import { read } from '../api/api-client.ts';
import { queryKeys } from '../api/cache.ts';

export const podcastQueries = {
  detail: (id: string) =>
    queryOptions({
      queryKey: queryKeys.podcast(id),
      queryFn: ({ signal }) => read(PodcastDetail, `/api/podcasts/${encodeURIComponent(id)}`, signal),
    }),
};

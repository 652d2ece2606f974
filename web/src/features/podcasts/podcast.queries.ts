import { Podcast } from '@hearsay/contracts';
import { queryOptions } from '@tanstack/react-query';
import { read } from '../../shared/api/api-client.ts';
import { queryKeys } from '../../shared/api/cache.ts';

export const podcastQueries = {
  detail: (id: string) =>
    queryOptions({
      queryKey: queryKeys.podcast(id),
      queryFn: ({ signal }) => read(Podcast, `/api/podcasts/${encodeURIComponent(id)}`, signal),
    }),
};

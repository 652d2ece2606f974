import { type ContentRef, RepostStatus, RepostStatusMap } from '@hearsay/contracts';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { read } from '../api/api-client.ts';
import { caching } from '../api/caching.ts';
import { queryKeys } from '../api/query-keys.ts';
import { readStatuses } from '../api/read-statuses.ts';

export const repostQueries = {
  status: (item: ContentRef, userId: string) =>
    queryOptions({
      queryKey: queryKeys.repost.status(item),
      queryFn: ({ signal }) =>
        read(RepostStatus, `/api/repost-status/${item.contentType}/${item.contentId}/${userId}`, signal),
      staleTime: caching.boostStatus.fresh,
    }),

  batch: (client: QueryClient, items: readonly ContentRef[], userId: string) =>
    queryOptions({
      queryKey: queryKeys.repost.batch(items),
      queryFn: () =>
        readStatuses(client, RepostStatusMap, '/api/batch/repost-status', { items, userId }, queryKeys.repost.status),
      staleTime: caching.batchStatus.fresh,
      gcTime: caching.batchStatus.kept,
    }),
};

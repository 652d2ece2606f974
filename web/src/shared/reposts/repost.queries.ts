import { type ContentRef, contentKey, limits, RepostStatus, RepostStatusMap } from '@hearsay/contracts';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { read, send } from '../api/api-client.ts';
import { isOlderThanKnown } from '../api/asked-before.ts';
import { caching } from '../api/caching.ts';
import { queryKeys } from '../api/query-keys.ts';

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
      queryFn: async () => {
        const asked = items.slice(0, limits.batchStatusItems);
        const askedAt = Date.now();
        const statuses = await send(RepostStatusMap, '/api/batch/repost-status', { body: { items: asked, userId } });
        for (const item of asked) {
          const status = statuses[contentKey(item)];
          const key = queryKeys.repost.status(item);
          // A repost or its removal that was answered since is newer than this list.
          if (status && !isOlderThanKnown(client, key, askedAt)) client.setQueryData(key, status);
        }
        return statuses;
      },
      staleTime: caching.batchStatus.fresh,
      gcTime: caching.batchStatus.kept,
    }),
};

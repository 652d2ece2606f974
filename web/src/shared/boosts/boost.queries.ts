import { BoostStatus, BoostStatusMap, type ContentRef, contentKey, limits } from '@hearsay/contracts';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { read, send } from '../api/api-client.ts';
import { isOlderThanKnown } from '../api/asked-before.ts';
import { caching } from '../api/caching.ts';
import { queryKeys } from '../api/query-keys.ts';

export const boostQueries = {
  status: (item: ContentRef, userId: string) =>
    queryOptions({
      queryKey: queryKeys.boost.status(item),
      queryFn: ({ signal }) =>
        read(BoostStatus, `/api/boost-status/${item.contentType}/${item.contentId}/${userId}`, signal),
      staleTime: caching.boostStatus.fresh,
    }),

  /** One call for a list. Each status goes to the key that its button reads. */
  batch: (client: QueryClient, items: readonly ContentRef[], userId: string) =>
    queryOptions({
      queryKey: queryKeys.boost.batch(items),
      queryFn: async () => {
        const asked = items.slice(0, limits.batchStatusItems);
        const askedAt = Date.now();
        const statuses = await send(BoostStatusMap, '/api/batch/boost-status', { body: { items: asked, userId } });
        for (const item of asked) {
          const status = statuses[contentKey(item)];
          const key = queryKeys.boost.status(item);
          // A boost that is pending, or was answered since, is newer than this list.
          const isKnownBetter =
            client.isMutating({ mutationKey: queryKeys.boost.act(item) }) > 0 || isOlderThanKnown(client, key, askedAt);
          if (status && !isKnownBetter) client.setQueryData(key, status);
        }
        return statuses;
      },
      staleTime: caching.batchStatus.fresh,
      gcTime: caching.batchStatus.kept,
    }),
};

export function takeBoostCount(client: QueryClient, item: ContentRef, boostCount: number): void {
  if (client.isMutating({ mutationKey: queryKeys.boost.act(item) }) > 0) return;
  client.setQueryData<BoostStatus>(queryKeys.boost.status(item), (status) => status && { ...status, boostCount });
}

import { BoostStatus, BoostStatusMap, type ContentRef, contentKey } from '@hearsay/contracts';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { read, send } from '../api/api-client.ts';
import { caching } from '../api/caching.ts';
import { queryKeys } from '../api/query-keys.ts';
import { readStatuses } from '../api/read-statuses.ts';

/** The scope sends boosts for the same content in order. */
export const boostSender = (item: ContentRef, userId: string | null) => ({
  mutationKey: queryKeys.boost.act(item),
  scope: { id: `boost:${contentKey(item)}` },
  mutationFn: ({ isBoosted, idempotencyKey }: { isBoosted: boolean; idempotencyKey: string }) =>
    send(BoostStatus, `/api/${item.contentType}s/${item.contentId}/boost`, {
      body: { userId, isBoosted },
      idempotencyKey,
    }),
});

export const boostQueries = {
  status: (item: ContentRef, userId: string) =>
    queryOptions({
      queryKey: queryKeys.boost.status(item),
      queryFn: ({ signal }) =>
        read(BoostStatus, `/api/boost-status/${item.contentType}/${item.contentId}/${userId}`, signal),
      staleTime: caching.boostStatus.fresh,
    }),

  batch: (client: QueryClient, items: readonly ContentRef[], userId: string) =>
    queryOptions({
      queryKey: queryKeys.boost.batch(items),
      queryFn: () =>
        readStatuses(
          client,
          BoostStatusMap,
          '/api/batch/boost-status',
          { items, userId },
          queryKeys.boost.status,
          (item) => isBoosting(client, item),
        ),
      staleTime: caching.batchStatus.fresh,
      gcTime: caching.batchStatus.kept,
    }),
};

export function takeBoostCount(client: QueryClient, item: ContentRef, boostCount: number): void {
  if (isBoosting(client, item)) return;
  client.setQueryData<BoostStatus>(queryKeys.boost.status(item), (status) => status && { ...status, boostCount });
}

export const isBoosting = (client: QueryClient, item: ContentRef): boolean =>
  client.isMutating({ mutationKey: queryKeys.boost.act(item) }) > 0;

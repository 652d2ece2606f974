import { type ContentRef, contentKey, limits } from '@hearsay/contracts';
import { type QueryClient, type QueryKey, queryOptions } from '@tanstack/react-query';
import { read, type Schema, send } from './api-client.ts';
import { queryKeys, querySettings } from './cache.ts';

/** True when an own act or a later read has updated the key since the request. `askedAt` is a `Date.now()`. */
export const isOlderThanKnown = (client: QueryClient, key: QueryKey, askedAt: number): boolean =>
  (client.getQueryState(key)?.dataUpdatedAt ?? 0) > askedAt;

/** Queries for the viewer's boosts or reposts, of a single item or of a list by one call. */
export const statusQueries = <Status>(
  kind: 'boost' | 'repost',
  one: Schema<Status>,
  many: Schema<Readonly<Record<string, Status>>>,
  isWaiting: (client: QueryClient, item: ContentRef) => boolean = () => false,
) => ({
  status: (item: ContentRef, userId: string) =>
    queryOptions({
      queryKey: queryKeys[kind].status(item),
      queryFn: ({ signal }) => read(one, `/api/${kind}-status/${item.contentType}/${item.contentId}/${userId}`, signal),
      staleTime: querySettings.boostStatus.fresh,
    }),

  /** Writes each status to the key that its button reads, unless the key has a later status. */
  batch: (client: QueryClient, items: readonly ContentRef[], userId: string) =>
    queryOptions({
      queryKey: queryKeys[kind].batch(items),
      queryFn: async () => {
        const asked = items.slice(0, limits.batchStatusItems);
        const askedAt = Date.now();
        const statuses = await send(many, `/api/batch/${kind}-status`, { body: { items: asked, userId } });
        for (const item of asked) {
          const status = statuses[contentKey(item)];
          const key = queryKeys[kind].status(item);
          if (status && !isWaiting(client, item) && !isOlderThanKnown(client, key, askedAt))
            client.setQueryData<unknown>(key, status);
        }
        return statuses;
      },
      staleTime: querySettings.batchStatus.fresh,
      gcTime: querySettings.batchStatus.kept,
    }),
});

import type { QueryClient } from '@tanstack/react-query';
import { queryKeys } from '../api/query-keys.ts';

// Apart from the other rules of lists (`list-cache.ts`): the feed needs these at once, and none of those.

interface Pages {
  readonly pages: readonly { readonly items: readonly { readonly id: string }[] }[];
}

/** Keys of the lists that are read page by page begin with one of these. */
export const PAGED = [queryKeys.feed.all, queryKeys.ownContent.all];

/** Writes into a list without making it newer. */
export function amendList<T>(client: QueryClient, queryKey: readonly unknown[], amended: (list: T) => T): void {
  const query = client.getQueryCache().find<T>({ queryKey });
  const state = query?.state;
  if (!state?.data) return;
  client.setQueryData(queryKey, amended(state.data), { updatedAt: state.dataUpdatedAt });
  // Data that was written counts as good; what was out of date stays so.
  if (state.isInvalidated) query?.invalidate();
}

/** Puts what is known of a thing now into every list with pages that shows it. */
export function showInFeeds(client: QueryClient, id: string, known: object): void {
  for (const key of PAGED)
    for (const [queryKey] of client.getQueriesData({ queryKey: key }))
      amendList<Pages>(client, queryKey, (list) => ({
        ...list,
        // Pages without it stay the same objects: a long list is neither compared nor drawn again for one card.
        pages: list.pages.map((page) =>
          page.items.some((item) => item.id === id)
            ? { ...page, items: page.items.map((item) => (item.id === id ? { ...item, ...known } : item)) }
            : page,
        ),
      }));
}

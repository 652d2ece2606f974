import type { QueryClient } from '@tanstack/react-query';
import { queryKeys } from '../api/query-keys.ts';

// Apart from the other rules of lists (`list-cache.ts`): the feed needs these at once, and none of those.

interface Pages {
  readonly pages: readonly { readonly items: readonly { readonly id: string }[] }[];
}

/** Writes into the lists whose keys begin so, without making them newer. What `amended` leaves as it was stays the same object, and is not drawn again. */
export function amendLists<T>(client: QueryClient, queryKey: readonly unknown[], amended: (list: T) => T): void {
  for (const query of client.getQueryCache().findAll({ queryKey })) {
    const { data, dataUpdatedAt, isInvalidated } = query.state;
    if (!data) continue;
    query.setData(amended(data as T), { updatedAt: dataUpdatedAt, manual: true });
    // Data that was written counts as good; what was out of date stays so.
    if (isInvalidated) query.invalidate();
  }
}

/** Puts what is known of a thing now into every list with pages that shows it. */
export function showInFeeds(client: QueryClient, id: string, known: object): void {
  amendLists<Pages>(client, queryKeys.paged, (list) => ({
    ...list,
    pages: list.pages.map((page) => ({
      ...page,
      items: page.items.map((item) => (item.id === id ? { ...item, ...known } : item)),
    })),
  }));
}

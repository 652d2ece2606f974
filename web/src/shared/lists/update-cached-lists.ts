import type { QuestionDetail } from '@hearsay/contracts';
import type { QueryClient } from '@tanstack/react-query';
import { queryKeys } from '../api/cache.ts';

// Separate from `list-cache.ts`, because the first screen of the feed needs only this code.

interface Pages {
  readonly pages: readonly { readonly items: readonly { readonly id: string }[] }[];
}

/** Changes cached lists but keeps their ages. Unchanged items stay the same objects and are not redrawn. */
export function updateCachedLists<T>(client: QueryClient, queryKey: readonly unknown[], amended: (list: T) => T): void {
  for (const query of client.getQueryCache().findAll({ queryKey })) {
    const { data, dataUpdatedAt, isInvalidated } = query.state;
    if (!data) continue;
    query.setData(amended(data as T), { updatedAt: dataUpdatedAt, manual: true });
    // `setData` marks the data as fresh, so stale data is marked as stale again.
    if (isInvalidated) query.invalidate();
  }
}

/** Writes the fields of `known` into each copy of the item in the paged lists. */
export function updateInFeeds(client: QueryClient, id: string, known: object): void {
  updateCachedLists<Pages>(client, queryKeys.paged, (list) => ({
    ...list,
    pages: list.pages.map((page) => ({
      ...page,
      items: page.items.map((item) => (item.id === id ? { ...item, ...known } : item)),
    })),
  }));
}

export const updateQuestionInFeeds = (
  client: QueryClient,
  { discussions: _, pinnedReply: __, ...question }: QuestionDetail,
): void => updateInFeeds(client, question.id, question);

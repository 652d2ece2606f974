import { limits, OwnContent, type OwnContentItem } from '@hearsay/contracts';
import { infiniteQueryOptions } from '@tanstack/react-query';
import { read } from '../../shared/api/api-client.ts';
import { queryKeys } from '../../shared/api/cache.ts';

export interface OwnContentPage {
  readonly items: readonly OwnContentItem[];
  readonly before: string | null;
}

export const ownContentQueries = {
  /** Newest first, with anonymous posts and pending questions. */
  list: (userId: string) =>
    infiniteQueryOptions({
      queryKey: queryKeys.ownContent.list(userId),
      queryFn: async ({ pageParam, signal }): Promise<OwnContentPage> => {
        const from = pageParam === null ? '' : `?before=${encodeURIComponent(pageParam)}`;
        const items = await read(OwnContent, `/api/users/${userId}/content${from}`, signal);
        return { items, before: (items.length >= limits.ownContentPage && items.at(-1)?.createdAt) || null };
      },
      initialPageParam: null as string | null,
      getNextPageParam: (last) => last.before,
      staleTime: 0,
    }),
};

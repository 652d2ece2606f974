import { ReadableSearchPage, type SearchKind } from '@hearsay/contracts';
import { infiniteQueryOptions } from '@tanstack/react-query';
import { read } from '../../shared/api/api-client.ts';
import { queryKeys, querySettings } from '../../shared/api/cache.ts';

export const searchKindsFor = (isMember: boolean): readonly SearchKind[] =>
  isMember ? ['question', 'reply', 'podcast'] : ['question', 'reply'];

export const searchQueries = {
  /** A null kind searches all kinds. */
  found: (words: string, kind: SearchKind | null, userId: string) =>
    infiniteQueryOptions({
      queryKey: queryKeys.search(words, kind ?? '', userId),
      queryFn: ({ pageParam, signal }) => {
        const query = new URLSearchParams({ q: words });
        if (kind !== null) query.set('kind', kind);
        if (pageParam !== null) query.set('after', pageParam);
        return read(ReadableSearchPage, `/api/search?${query}`, signal);
      },
      initialPageParam: null as string | null,
      getNextPageParam: ({ next }) => next,
      staleTime: querySettings.batchStatus.fresh,
    }),
};

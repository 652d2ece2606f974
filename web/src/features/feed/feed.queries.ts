import { type FeedItem, type FeedSort, limits, ReadableFeed } from '@hearsay/contracts';
import { type InfiniteData, infiniteQueryOptions, type QueryClient } from '@tanstack/react-query';
import { ApiError, readWithHeaders } from '../../shared/api/api-client.ts';
import { queryKeys, querySettings } from '../../shared/api/cache.ts';
import { updateCachedLists } from '../../shared/lists/update-cached-lists.ts';
import { feedTexts } from '../../shared/texts/feed.ts';

interface PageParam {
  readonly page: number;
  /** Opaque id of the frozen list. */
  readonly anchor: string | null;
}

interface FeedPage {
  readonly items: readonly FeedItem[];
  /** Continues the frozen list at the next page. Null on the last page. */
  readonly anchor: string | null;
}

const FIRST: PageParam = { page: 1, anchor: null };

export interface FeedChoice {
  readonly sortBy: FeedSort;
  readonly isFollowing: boolean;
}

export const feedPageSorts = ['recent', 'engagement', 'trending'] as const;

export const discoverSorts = ['boosted', 'replies', 'recent'] as const;

/** The first of `sorts` if the address names none of them. */
export const sortFromQuery = <Sort extends string>(query: URLSearchParams, sorts: readonly [Sort, ...Sort[]]): Sort =>
  sorts.find((sort) => sort === query.get('sort')) ?? sorts[0];

export const feedChoiceFromQuery = (query: URLSearchParams): FeedChoice => ({
  sortBy: sortFromQuery(query, feedPageSorts),
  isFollowing: query.get('from') === 'following',
});

async function readPage(
  { sortBy, isFollowing }: FeedChoice,
  userId: string,
  { page, anchor }: PageParam,
  signal: AbortSignal,
  failed: string,
): Promise<FeedPage> {
  const query = new URLSearchParams({
    sortBy,
    followersOnly: String(isFollowing),
    page: String(page),
    limit: String(limits.feedPage),
    userId,
  });
  if (anchor) query.set('anchor', anchor);
  const { data, headers } = await readWithHeaders(ReadableFeed, `/api/feed?${query}`, signal, failed);
  return { items: data, anchor: data.length === limits.feedPage ? headers.get('X-Feed-Anchor') : null };
}

export const feedQueries = {
  /** Reads pages of the frozen list, so that no item repeats while scrolling. `failed` is the error's message. */
  list: (choice: FeedChoice, userId: string, failed: string = feedTexts.feed.notFetched) =>
    infiniteQueryOptions({
      queryKey: queryKeys.feed.list(choice.sortBy, userId, choice.isFollowing),
      queryFn: ({ pageParam, signal }) => readPage(choice, userId, pageParam, signal, failed),
      initialPageParam: FIRST,
      getNextPageParam: (last: FeedPage, _pages, { page }): PageParam | undefined =>
        last.anchor ? { page: page + 1, anchor: last.anchor } : undefined,
      staleTime: querySettings.feed.fresh,
      gcTime: querySettings.feed.kept,
      retry: (failures, error) =>
        failures < querySettings.feed.retries && !(error instanceof ApiError && error.status < 500),
    }),
};

/** True when the server no longer has the frozen list, as after a long pause. The feed then starts again. */
export const isAnchorExpired = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'anchor_expired';

/** Drops all cached pages but the first, so that a new visit does not read them all again. */
export const keepFirstPage = (client: QueryClient, queryKey: readonly unknown[]): void =>
  updateCachedLists<InfiniteData<FeedPage, PageParam>>(client, queryKey, ({ pages, pageParams }) => ({
    pages: pages.slice(0, 1),
    pageParams: pageParams.slice(0, 1),
  }));

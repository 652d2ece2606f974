import type { FeedChoice } from './feed.queries.ts';

/** The first sort is the default. */
export const feedPageSorts = ['recent', 'engagement', 'trending'] as const;

export const discoverSorts = ['boosted', 'replies', 'recent'] as const;

/** Unknown sorts become the first. */
export const sortIn = <Sort extends string>(query: URLSearchParams, sorts: readonly [Sort, ...Sort[]]): Sort =>
  sorts.find((sort) => sort === query.get('sort')) ?? sorts[0];

export const feedChoiceIn = (query: URLSearchParams): FeedChoice => ({
  sortBy: sortIn(query, feedPageSorts),
  isFollowing: query.get('from') === 'following',
});

import type { FeedChoice } from './feed.queries.ts';

export const feedPageSorts = ['recent', 'engagement', 'trending'] as const;

export const discoverSorts = ['boosted', 'replies', 'recent'] as const;

export const sortIn = <Sort extends string>(query: URLSearchParams, sorts: readonly [Sort, ...Sort[]]): Sort =>
  sorts.find((sort) => sort === query.get('sort')) ?? sorts[0];

export const feedChoiceIn = (query: URLSearchParams): FeedChoice => ({
  sortBy: sortIn(query, feedPageSorts),
  isFollowing: query.get('from') === 'following',
});

import type { FeedChoice } from './feed.queries.ts';

/** The sorts of the own feed, the one that stands first without being asked for. */
export const feedPageSorts = ['recent', 'engagement', 'trending'] as const;

/** The sorts of Discover, the one that stands first without being asked for. */
export const discoverSorts = ['boosted', 'replies', 'recent'] as const;

/** The sort that an address asks for; what is no sort of this page is its first. */
export const sortIn = <Sort extends string>(query: URLSearchParams, sorts: readonly [Sort, ...Sort[]]): Sort =>
  sorts.find((sort) => sort === query.get('sort')) ?? sorts[0];

/** The feed that an address of the start page asks for. */
export const feedChoiceIn = (query: URLSearchParams): FeedChoice => ({
  sortBy: sortIn(query, feedPageSorts),
  isFollowing: query.get('from') === 'following',
});

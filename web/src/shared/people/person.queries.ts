import {
  ActivityItems,
  FollowStatus,
  FoundUsers,
  HeardUsers,
  PendingQuestions,
  type PostKind,
  Profile,
  RecentQuestionOrNull,
  User,
} from '@hearsay/contracts';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { read } from '../api/api-client.ts';
import { queryKeys, querySettings } from '../api/cache.ts';
import { peopleTexts } from '../texts/people.ts';

type Acted = Profile['activity'][number] | Profile['reposts'][number];

/** ISO instant before which the next page begins. For a repost, it is the time of the repost. */
export const actedAt = (item: Acted): string =>
  'actedAt' in item ? item.actedAt : (item.repostData?.repostCreatedAt ?? item.createdAt);

export const personQueries = {
  profile: (userId: string) =>
    queryOptions({
      queryKey: queryKeys.person.profile(userId),
      queryFn: ({ signal }) => read(Profile, `/api/users/${userId}`, signal, peopleTexts.reads.profile),
      staleTime: querySettings.feed.fresh,
    }),
  /** Pages of acts before an instant. Only an empty page ends the list, because any other page may be short. */
  older: (userId: string, list: 'activity' | 'reposts', before: string) =>
    infiniteQueryOptions({
      queryKey: queryKeys.person.older(userId, list, before),
      queryFn: async ({ pageParam, signal }): Promise<readonly Acted[]> => {
        const from = encodeURIComponent(pageParam);
        return (await read(Profile, `/api/users/${userId}?before=${from}`, signal, peopleTexts.reads.profile))[list];
      },
      initialPageParam: before,
      getNextPageParam: (page) => {
        const last = page.at(-1);
        return last && actedAt(last);
      },
      staleTime: querySettings.feed.fresh,
    }),
  /** Pages of replies or episodes. Only an empty page ends the list, because any other page may be short. */
  posts: (userId: string, kind: PostKind) =>
    infiniteQueryOptions({
      queryKey: queryKeys.person.posts(userId, kind),
      queryFn: ({ pageParam, signal }) => {
        const from = pageParam === null ? '' : `&before=${encodeURIComponent(pageParam)}`;
        const path = `/api/users/${userId}/posts?kind=${kind}${from}`;
        return read(ActivityItems, path, signal, peopleTexts.profile.postsFailed);
      },
      initialPageParam: null as string | null,
      getNextPageParam: (page) => page.at(-1)?.actedAt,
      staleTime: querySettings.feed.fresh,
    }),
  found: (words: string, failed: string) =>
    queryOptions({
      queryKey: queryKeys.people.found(words),
      queryFn: ({ signal }) => read(FoundUsers, `/api/users/search?q=${encodeURIComponent(words)}`, signal, failed),
      staleTime: querySettings.batchStatus.fresh,
    }),
  heard: (viewerId: string) =>
    queryOptions({
      queryKey: queryKeys.people.heard(viewerId),
      queryFn: ({ signal }) => read(HeardUsers, '/api/users/heard', signal),
      staleTime: querySettings.fresh,
    }),
  named: (username: string) =>
    queryOptions({
      queryKey: queryKeys.person.named(username),
      queryFn: ({ signal }) =>
        read(User, `/api/users/username/${encodeURIComponent(username)}`, signal, peopleTexts.reads.user),
      staleTime: querySettings.person.fresh,
    }),
  following: (userId: string, viewerId: string) =>
    queryOptions({
      queryKey: queryKeys.person.following(userId, viewerId),
      queryFn: ({ signal }) =>
        read(
          FollowStatus,
          `/api/users/${userId}/following-status?currentUserId=${viewerId}`,
          signal,
          peopleTexts.reads.following,
        ),
    }),
  recent: (userId: string) =>
    queryOptions({
      queryKey: queryKeys.person.recent(userId),
      queryFn: ({ signal }) =>
        read(RecentQuestionOrNull, `/api/users/${userId}/recent-question`, signal, peopleTexts.reads.recent),
    }),
  /**
   * Newest first, either the questions that a word rule holds or the others. Only an empty page ends the list, because
   * long questions make a page short.
   */
  pending: (userId: string, isFiltered = false) =>
    infiniteQueryOptions({
      queryKey: queryKeys.person.pendingList(userId, isFiltered),
      queryFn: ({ pageParam, signal }) => {
        const query = new URLSearchParams({
          ...(isFiltered && { filtered: 'true' }),
          ...(pageParam !== null && { before: pageParam }),
        });
        const from = query.size > 0 ? `?${query}` : '';
        return read(PendingQuestions, `/api/users/${userId}/pending-questions${from}`, signal);
      },
      initialPageParam: null as string | null,
      getNextPageParam: (page) => page.at(-1)?.createdAt,
      staleTime: 0,
    }),
};

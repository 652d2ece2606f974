import { limits, OwnUser, XpActivities } from '@hearsay/contracts';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { read } from '../../shared/api/api-client.ts';
import { queryKeys } from '../../shared/api/query-keys.ts';

export const xpQueries = {
  own: (userId: string) =>
    queryOptions({
      queryKey: queryKeys.xp.own(userId),
      queryFn: ({ signal }) => read(OwnUser, '/api/auth/user', signal),
      staleTime: 0,
    }),
  activities: (userId: string) =>
    infiniteQueryOptions({
      queryKey: queryKeys.xp.activities(userId),
      queryFn: ({ pageParam, signal }) =>
        read(
          XpActivities,
          `/api/users/${userId}/xp-activities${pageParam === null ? '' : `?before=${pageParam}`}`,
          signal,
        ),
      initialPageParam: null as string | null,
      getNextPageParam: (last) => (last.length === limits.xpActivitiesPage ? (last.at(-1)?.id ?? null) : null),
      staleTime: 0,
    }),
};

import { type FoundUser, UserList, type UserListItem, WipeCounts, Wipes } from '@hearsay/contracts';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { read } from '../../shared/api/api-client.ts';
import { caching } from '../../shared/api/caching.ts';
import { queryKeys } from '../../shared/api/query-keys.ts';
import { adminTexts } from '../../shared/texts/admin.ts';

/** A person found beyond the loaded list has only the fields of a search result. */
export type PanelPerson = FoundUser & Partial<UserListItem>;

export const adminQueries = {
  /** The list ends with an empty page, because other pages may be short. */
  people: () =>
    infiniteQueryOptions({
      queryKey: queryKeys.admin.people,
      queryFn: ({ pageParam, signal }) =>
        read(UserList, `/api/users?after=${encodeURIComponent(pageParam)}`, signal, adminTexts.people.failed),
      initialPageParam: '',
      getNextPageParam: (page) => page.at(-1)?.username,
      staleTime: 0,
    }),
  preview: (userId: string) =>
    queryOptions({
      queryKey: queryKeys.admin.preview(userId),
      queryFn: ({ signal }) => read(WipeCounts, `/api/admin/users/${userId}/content`, signal),
      staleTime: 0,
    }),
  wipes: () =>
    queryOptions({
      queryKey: queryKeys.admin.wipes,
      queryFn: ({ signal }) => read(Wipes, '/api/admin/wipes', signal),
      staleTime: 0,
      refetchInterval: ({ state }) =>
        state.data?.some(({ status }) => status === 'running') ? caching.poll.wipes : false,
    }),
};

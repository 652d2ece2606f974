import { type FoundUser, UserList, type UserListItem, Wipe, WipeCounts, WipeStart, Wipes } from '@hearsay/contracts';
import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { ApiError, read, send } from '../../shared/api/api-client.ts';
import { queryKeys, querySettings } from '../../shared/api/cache.ts';
import { resetFeeds } from '../../shared/lists/list-cache.ts';
import { adminTexts } from '../../shared/texts/admin.ts';
import { toast } from '../../shared/toast/toast.ts';

/** A person found beyond the loaded list has only the fields of a search result. */
export type PanelPerson = Pick<FoundUser, 'id' | 'username' | 'profileImage' | 'isProtected'> & Partial<UserListItem>;

export const adminQueries = {
  /** Only an empty page ends the list, because any other page may be short. */
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
        state.data?.some(({ status }) => status === 'running') ? querySettings.poll.wipes : false,
    }),
};

const reasonOf = (error: unknown, otherwise: string): string =>
  (error instanceof ApiError && error.serverText) || otherwise;

function useRefresh() {
  const client = useQueryClient();
  return () => {
    void client.invalidateQueries({ queryKey: queryKeys.admin.all });
    void client.invalidateQueries({ queryKey: queryKeys.person.all });
    void resetFeeds(client);
  };
}

export function useWipe(adminUserId: string) {
  const { done, failed } = adminTexts.wipe;
  return useMutation({
    mutationFn: ({ person, idempotencyKey }: { person: Pick<UserListItem, 'id'>; idempotencyKey: string }) =>
      send(WipeStart, `/api/admin/users/${person.id}/content`, {
        method: 'DELETE',
        body: { adminUserId },
        idempotencyKey,
      }),
    onSuccess: ({ message }) => toast.good(done, message),
    onError: (error) => toast.bad(failed.title, reasonOf(error, failed.text)),
    onSettled: useRefresh(),
  });
}

export function useUndoWipe() {
  const { back, undoFailed } = adminTexts.wipes;
  return useMutation({
    mutationFn: ({ wipe, idempotencyKey }: { wipe: Wipe; idempotencyKey: string }) =>
      send(Wipe, `/api/admin/wipes/${wipe.wipeId}/undo`, { idempotencyKey }),
    onSuccess: ({ subject }) => toast.good(back(subject.username)),
    onError: (error) => toast.bad(undoFailed.title, reasonOf(error, undoFailed.text)),
    onSettled: useRefresh(),
  });
}

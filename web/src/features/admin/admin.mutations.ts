import { type UserListItem, Wipe, WipeStart } from '@hearsay/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { send } from '../../shared/api/api-client.ts';
import { ApiError } from '../../shared/api/api-error.ts';
import { queryKeys } from '../../shared/api/query-keys.ts';
import { resetFeeds } from '../../shared/lists/list-cache.ts';
import { adminTexts } from '../../shared/texts/admin.ts';
import { toast } from '../../shared/toast/toast.ts';

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

import { type Notification, Success } from '@hearsay/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { newIdempotencyKey, send } from '../../shared/api/api-client.ts';
import { queryKeys } from '../../shared/api/cache.ts';
import { sayFailed } from '../../shared/session/say-failed.ts';
import { frameTexts } from '../../shared/texts/frame.ts';
import { notificationTexts } from '../../shared/texts/notifications.ts';
import { toast } from '../../shared/toast/toast.ts';
import { notificationQueries } from './notification.queries.ts';

interface Act {
  readonly path: string;
  readonly method: 'POST' | 'DELETE';
  readonly idempotencyKey: string;
  /** @returns the changed notification, or null to remove it */
  readonly edit: (one: Notification) => Notification | null;
  readonly unreadOf: (unread: number) => number;
}

const readOne = (one: Notification): Notification => ({ ...one, isRead: true });

/** Acts change list and bell at once. Cancels running polls, because their answers would undo the change. */
export function useNotificationActs(userId: string) {
  const client = useQueryClient();
  const { mutate } = useMutation({
    mutationFn: ({ path, method, idempotencyKey }: Act) =>
      send(Success, `/api/notifications/${path}`, { method, idempotencyKey }),
    onMutate: async ({ edit, unreadOf }) => {
      await client.cancelQueries({ queryKey: queryKeys.notifications.all });
      client.setQueryData(
        notificationQueries.list(userId).queryKey,
        (list) => list && { ...list, pages: list.pages.map((page) => page.flatMap((one) => edit(one) ?? [])) },
      );
      client.setQueryData(
        notificationQueries.unread(userId).queryKey,
        (count) => count && { ...count, unread: Math.max(0, unreadOf(count.unread)) },
      );
    },
    onSuccess: (_answer, { method }) => method === 'DELETE' && toast.good(notificationTexts.removed),
    onError: (error, { method }) => {
      if (method === 'DELETE')
        sayFailed(client, error, frameTexts.prompts.notifications.text, notificationTexts.removeFailed);
    },
    onSettled: () => client.invalidateQueries({ queryKey: queryKeys.notifications.all }),
  });
  const act = (path: string, edit: Act['edit'], unreadOf: Act['unreadOf'], method: Act['method'] = 'POST') =>
    mutate({ path, method, edit, unreadOf, idempotencyKey: newIdempotencyKey() });
  return {
    markRead: ({ id }: Notification) =>
      act(
        `${id}/read`,
        (one) => (one.id === id ? readOne(one) : one),
        (unread) => unread - 1,
      ),
    markAllRead: () => act(`${userId}/read-all`, readOne, () => 0),
    remove: ({ id, isRead }: Notification) =>
      act(
        id,
        (one) => (one.id === id ? null : one),
        (unread) => unread - (isRead ? 0 : 1),
        'DELETE',
      ),
  };
}

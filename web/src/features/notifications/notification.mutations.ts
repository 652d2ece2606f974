import { type Notification, Success, type UnreadCount } from '@hearsay/contracts';
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { newIdempotencyKey, send } from '../../shared/api/api-client.ts';
import { queryKeys } from '../../shared/api/query-keys.ts';
import { sayFailed } from '../../shared/session/say-failed.ts';
import { frameTexts } from '../../shared/texts/frame.ts';
import { notificationTexts } from '../../shared/texts/notifications.ts';
import { toast } from '../../shared/toast/toast.ts';
import { notificationQueries } from './notification.queries.ts';

interface OnOne {
  readonly notification: Notification;
  readonly idempotencyKey: string;
}

export const actOn = (notification: Notification): OnOne => ({ notification, idempotencyKey: newIdempotencyKey() });

/** Changes list and bell at once. A running poll does not know of the change, so it is cancelled. */
async function change(
  client: QueryClient,
  userId: string,
  edit: (list: Notification[]) => Notification[],
  unreadOf: (unread: number) => number,
): Promise<void> {
  await client.cancelQueries({ queryKey: queryKeys.notifications.all });
  client.setQueryData(
    notificationQueries.list(userId).queryKey,
    (list) => list && { ...list, pages: list.pages.map(edit) },
  );
  client.setQueryData<UnreadCount>(
    notificationQueries.unread(userId).queryKey,
    (count) => count && { ...count, unread: Math.max(0, unreadOf(count.unread)) },
  );
}

const readAgain = (client: QueryClient) => client.invalidateQueries({ queryKey: queryKeys.notifications.all });

export function useMarkRead(userId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ notification, idempotencyKey }: OnOne) =>
      send(Success, `/api/notifications/${notification.id}/read`, { idempotencyKey }),
    onMutate: ({ notification }) =>
      change(
        client,
        userId,
        (list) => list.map((each) => (each.id === notification.id ? { ...each, isRead: true } : each)),
        (unread) => unread - 1,
      ),
    onSettled: () => readAgain(client),
  });
}

export function useMarkAllRead(userId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ idempotencyKey }: { idempotencyKey: string }) =>
      send(Success, `/api/notifications/${userId}/read-all`, { idempotencyKey }),
    onMutate: () =>
      change(
        client,
        userId,
        (list) => list.map((each) => ({ ...each, isRead: true })),
        () => 0,
      ),
    onSettled: () => readAgain(client),
  });
}

export function useDeleteNotification(userId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ notification, idempotencyKey }: OnOne) =>
      send(Success, `/api/notifications/${notification.id}`, { method: 'DELETE', idempotencyKey }),
    onMutate: ({ notification }) =>
      change(
        client,
        userId,
        (list) => list.filter(({ id }) => id !== notification.id),
        (unread) => unread - (notification.isRead ? 0 : 1),
      ),
    onSuccess: () => toast.good(notificationTexts.removed),
    onError: (error) => sayFailed(client, error, frameTexts.prompts.notifications.text, notificationTexts.removeFailed),
    onSettled: () => readAgain(client),
  });
}

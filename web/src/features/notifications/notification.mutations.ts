import { ChangedNotifications, type Notification, type NotificationIds } from '@hearsay/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { newIdempotencyKey, send } from '../../shared/api/api-client.ts';
import { queryKeys } from '../../shared/api/cache.ts';
import { showFailure } from '../../shared/session/show-failure.ts';
import { frameTexts } from '../../shared/texts/frame.ts';
import { notificationTexts } from '../../shared/texts/notifications.ts';
import { toast } from '../../shared/toast/toast.ts';
import { notificationQueries } from './notification.queries.ts';

interface Act {
  readonly path: string;
  readonly method: 'POST' | 'DELETE';
  readonly body?: NotificationIds;
  readonly idempotencyKey: string;
  /** @returns the changed notification, or null for a removal */
  readonly edit: (one: Notification) => Notification | null;
  readonly unreadOf: (unread: number) => number;
}

const readOne = (one: Notification): Notification => ({ ...one, isRead: true });

/**
 * Each act changes the list and the bell at once. It cancels running polls, because their answers would undo the
 * change.
 */
export function useNotificationActs(userId: string) {
  const client = useQueryClient();
  const { mutate } = useMutation({
    mutationFn: ({ path, method, body, idempotencyKey }: Act) =>
      send(ChangedNotifications, `/api/notifications${path}`, { method, body, idempotencyKey }),
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
    onSuccess: (_answer, { method, body }) =>
      method === 'DELETE' && toast.good(body ? notificationTexts.removedAll : notificationTexts.removed),
    onError: (error, { method }) => {
      if (method === 'DELETE')
        showFailure(client, error, frameTexts.prompts.notifications.text, notificationTexts.removeFailed);
    },
    onSettled: () => client.invalidateQueries({ queryKey: queryKeys.notifications.all }),
  });
  const act = (changed: Omit<Act, 'idempotencyKey'>) => mutate({ ...changed, idempotencyKey: newIdempotencyKey() });
  /** Sends one call for all given notifications. */
  const change = (notifications: readonly Notification[], method: Act['method'], edit: Act['edit']) => {
    const ids = notifications.map(({ id }) => id);
    const fewer = notifications.filter(({ isRead }) => !isRead).length;
    const one = `/${ids[0]}${method === 'POST' ? '/read' : ''}`;
    const several = method === 'POST' ? '/read' : '';
    act({
      ...(ids.length === 1 ? { path: one } : { path: several, body: { ids } }),
      method,
      edit: (notification) => (ids.includes(notification.id) ? edit(notification) : notification),
      unreadOf: (unread) => unread - fewer,
    });
  };
  return {
    markRead: (notifications: readonly Notification[]) => change(notifications, 'POST', readOne),
    markAllRead: () => act({ path: `/${userId}/read-all`, method: 'POST', edit: readOne, unreadOf: () => 0 }),
    /** The notification of a report stays until the report is resolved, and is only marked as read. */
    remove: (notifications: readonly Notification[]) =>
      change(notifications, 'DELETE', (notification) =>
        notification.type === 'report' ? readOne(notification) : null,
      ),
  };
}

import { limits, Notifications, UnreadCount } from '@hearsay/contracts';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { read } from '../../shared/api/api-client.ts';
import { queryKeys, querySettings } from '../../shared/api/cache.ts';

export const notificationQueries = {
  list: (userId: string) =>
    infiniteQueryOptions({
      queryKey: queryKeys.notifications.list(userId),
      queryFn: ({ pageParam, signal }) => {
        const from = pageParam === null ? '' : `&before=${pageParam}`;
        return read(Notifications, `/api/notifications?userId=${userId}${from}`, signal);
      },
      initialPageParam: null as string | null,
      getNextPageParam: (page) => (page.length < limits.notificationsPage ? null : page.at(-1)?.id),
      refetchInterval: querySettings.poll.notifications,
      // Prevents a second read right after the prefetch. The bell reports later changes.
      staleTime: querySettings.poll.notifications,
    }),
  unread: (userId: string) =>
    queryOptions({
      queryKey: queryKeys.notifications.unread(userId),
      queryFn: ({ signal }) => read(UnreadCount, '/api/notifications/unread-count', signal),
      refetchInterval: querySettings.poll.bell,
      staleTime: querySettings.poll.bell,
    }),
};

import { Notifications, UnreadCount } from '@hearsay/contracts';
import { queryOptions } from '@tanstack/react-query';
import { read } from '../../shared/api/api-client.ts';
import { caching } from '../../shared/api/caching.ts';
import { queryKeys } from '../../shared/api/query-keys.ts';

export const notificationQueries = {
  /** The newest hundred, newest first. */
  list: (userId: string) =>
    queryOptions({
      queryKey: queryKeys.notifications.list(userId),
      queryFn: ({ signal }) => read(Notifications, `/api/notifications?userId=${userId}`, signal),
      refetchInterval: caching.poll.notifications,
      // What was asked for beside the page's code is not asked for again when the page is drawn; whatever comes meanwhile, the bell hears.
      staleTime: caching.poll.notifications,
    }),
  unread: (userId: string) =>
    queryOptions({
      queryKey: queryKeys.notifications.unread(userId),
      queryFn: ({ signal }) => read(UnreadCount, '/api/notifications/unread-count', signal),
      refetchInterval: caching.poll.bell,
      staleTime: caching.poll.bell,
    }),
};

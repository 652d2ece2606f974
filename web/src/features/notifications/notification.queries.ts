import { Notifications, UnreadCount } from '@hearsay/contracts';
import { queryOptions } from '@tanstack/react-query';
import { read } from '../../shared/api/api-client.ts';

/** How often the bell asks for its number. */
const BELL_POLL_MS = 5_000;
/** How often the page of notifications is read. */
const PAGE_POLL_MS = 10_000;

export const notificationQueries = {
  all: ['notifications'] as const,
  /** The newest hundred, newest first. */
  list: (userId: string) =>
    queryOptions({
      queryKey: [...notificationQueries.all, 'list', userId],
      queryFn: ({ signal }) => read(Notifications, `/api/notifications?userId=${userId}`, signal),
      refetchInterval: PAGE_POLL_MS,
      staleTime: 0,
    }),
  unread: (userId: string) =>
    queryOptions({
      queryKey: [...notificationQueries.all, 'unread', userId],
      queryFn: ({ signal }) => read(UnreadCount, '/api/notifications/unread-count', signal),
      refetchInterval: BELL_POLL_MS,
      staleTime: 0,
    }),
};

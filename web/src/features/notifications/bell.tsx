import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from 'react-router';
import { queryKeys } from '../../shared/api/cache.ts';
import { useLiveFrames } from '../../shared/realtime/live-provider.tsx';
import { sessionQueries } from '../../shared/session/session.ts';
import { notificationTexts } from '../../shared/texts/notifications.ts';
import { BellIcon } from '../../shared/ui/frame-icons.tsx';
import { notificationQueries } from './notification.queries.ts';

export function Bell({ userId }: { userId: string }) {
  const client = useQueryClient();
  const { data } = useQuery(notificationQueries.unread(userId));
  const unread = data?.unread ?? 0;

  useLiveFrames((frame) => {
    if (frame.type === 'report_resolved') void client.invalidateQueries({ queryKey: queryKeys.notifications.all });
    if (frame.type !== 'notification') return;
    const { unread: count } = frame.data;
    const { queryKey } = notificationQueries.unread(userId);
    // Cancels a running poll, because its answer may be older than this pushed number.
    if (data) void client.cancelQueries({ queryKey });
    client.setQueryData(queryKey, (known) => ({ reports: known?.reports ?? null, unread: count }));
    void client.invalidateQueries(notificationQueries.list(userId));
    // The server pushes only the newest notification. Another one may announce a level, which changes ring and XP.
    if (count > unread) {
      void client.invalidateQueries(sessionQueries.current());
      void client.invalidateQueries({ queryKey: queryKeys.xp.all });
    }
  });

  return (
    <Link
      to="/notifications"
      aria-label={notificationTexts.bell(unread)}
      className="relative grid size-11 place-items-center rounded-control text-soft"
    >
      <BellIcon size={23} />
      {unread > 0 && (
        <span
          aria-hidden="true"
          className="arrives absolute top-0 right-0 z-1 grid h-[1.65em] min-w-[1.65em] place-items-center rounded-pill bg-air px-1 font-display text-[0.6875rem] leading-none font-bold whitespace-nowrap text-air-ink ring-2 ring-ink"
        >
          {unread > 99 ? '99+' : unread}
        </span>
      )}
    </Link>
  );
}

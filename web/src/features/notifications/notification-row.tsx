import type { Notification } from '@hearsay/contracts';
import clsx from 'clsx';
import type { ReactNode } from 'react';
import { shellTime } from '../../shared/time/time-labels.ts';
import { useNow } from '../../shared/time/use-now.ts';
import { Avatar } from '../../shared/ui/avatar.tsx';
import { Bars } from '../../shared/ui/bars.tsx';
import { BinIcon } from '../../shared/ui/icons.tsx';

interface NotificationRowProps {
  readonly notification: Notification;
  readonly onOpen: () => void;
  readonly onDelete: () => void;
}

export function NotificationRow({ notification, onOpen, onDelete }: NotificationRowProps) {
  const now = useNow();
  const { message, isRead, createdAt, type } = notification;
  const words = (
    <>
      <Mark notification={notification} />
      <span className="min-w-0 flex-1">
        <span className={clsx('block', isRead ? 'text-soft' : 'font-medium text-text')}>{message}</span>
        <span className="text-[13px] text-faint">
          <time dateTime={createdAt}>{shellTime(createdAt, now)}</time>
        </span>
      </span>
      {!isRead && (
        <span className="size-2.5 flex-none rounded-pill bg-air">
          <span className="sr-only">unread</span>
        </span>
      )}
    </>
  );
  const look = 'flex min-h-16 min-w-0 flex-1 items-center gap-3 rounded-card py-3 pl-4 text-left';
  return (
    <li
      className={clsx('arrives mx-3 mb-2 flex items-center rounded-card border', isRead ? 'border-transparent' : 'border-line bg-surface')}
    >
      {type === 'report_resolved' ? (
        <div className={look}>{words}</div>
      ) : (
        <button type="button" className={look} onClick={onOpen}>
          {words}
        </button>
      )}
      {type !== 'report' && (
        <button
          type="button"
          aria-label={`Delete notification: ${message}`}
          onClick={onDelete}
          className="mx-1 grid size-11 flex-none place-items-center rounded-control text-faint"
        >
          <BinIcon size={19} />
        </button>
      )}
    </li>
  );
}

/** A face where somebody acted under their name, the bars where the community did, the stripes for the anonymous. */
function Mark({ notification: { type, actor, contentId } }: { notification: Notification }): ReactNode {
  if (actor) return <Avatar user={actor} size={36} />;
  if (type === 'comment') return <Avatar user={null} size={36} />;
  return (
    <span
      className={clsx(
        'grid size-9 flex-none place-items-center rounded-pill',
        contentId === null || type === 'other' ? 'bg-amber-tint text-amber' : 'bg-air-tint text-air',
      )}
    >
      <Bars size={20} />
    </span>
  );
}

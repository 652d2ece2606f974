import type { Notification } from '@hearsay/contracts';
import clsx from 'clsx';
import { useId, useState } from 'react';
import { withBoundary } from '../../shared/errors/error-boundary.tsx';
import { notificationTexts as texts } from '../../shared/texts/notifications.ts';
import { agoOrDate } from '../../shared/time/time-labels.ts';
import { useNow } from '../../shared/time/use-now.ts';
import { BinIcon } from '../../shared/ui/card-icons.tsx';
import { ChevronIcon } from '../../shared/ui/icons.tsx';
import { type NotificationGroup, withoutTitle } from './notification-groups.ts';
import { actorNamesOf, focusNeighbour, NotificationMark, NotificationRow } from './notification-row.tsx';

interface NotificationGroupRowProps {
  readonly group: NotificationGroup;
  readonly isNews: (notification: Notification) => boolean;
  readonly onOpen: (notifications: readonly Notification[]) => void;
  readonly onDelete: (notifications: readonly Notification[]) => void;
}

/** Maximum number of lines of a closed group. */
const MOST_LINES = 2;

/** One row for all notifications about one content. A single notification has its own row. */
export const NotificationGroupRow = withBoundary(function NotificationGroupRow(props: NotificationGroupRowProps) {
  const { group, isNews, onOpen, onDelete } = props;
  const [isOpen, setOpen] = useState(false);
  const now = useNow();
  const listId = useId();
  const { title, notifications } = group;
  const [newest, ...older] = notifications;
  if (older.length === 0)
    return (
      <NotificationRow
        notification={newest}
        isNews={isNews(newest)}
        onOpen={() => onOpen(notifications)}
        onDelete={() => onDelete(notifications)}
      />
    );
  const lines = notifications.slice(0, MOST_LINES);
  const unread = notifications.filter(({ isRead }) => !isRead).length;
  const name = title ?? newest.message;
  return (
    <li className={clsx('mx-3 mb-2 rounded-card border border-line bg-surface', isNews(newest) && 'arrives')}>
      <div className="flex items-center">
        <button
          type="button"
          onClick={() => onOpen(notifications)}
          className="flex min-h-16 min-w-0 flex-1 flex-wrap items-center gap-x-3 gap-y-1 rounded-card py-1.5 pl-3.5 text-left"
        >
          <span className="relative flex-none">
            <NotificationMark notification={newest} />
            {unread > 0 && (
              <span data-mark className="absolute -top-0.5 -right-0.5 size-3 rounded-pill bg-air ring-2 ring-surface" />
            )}
          </span>
          <span className="min-w-0 flex-[1_1_10.5rem]">
            <span
              className={clsx('words line-clamp-2 leading-snug', unread > 0 ? 'font-medium text-text' : 'text-soft')}
            >
              {name}
            </span>
            {lines.map((notification) => (
              <span key={notification.id} className="block text-[0.8125rem] leading-snug text-soft">
                <span>{withoutTitle(notification.message)}</span>
                <span>{' · '}</span>
                {notification.actor && (
                  <>
                    <span className="font-medium">{actorNamesOf(notification)}</span>
                    <span>{' · '}</span>
                  </>
                )}
                <time dateTime={notification.createdAt} className="whitespace-nowrap text-faint">
                  {agoOrDate(notification.createdAt, now)}
                </time>
              </span>
            ))}
            {notifications.length > MOST_LINES && (
              <span className="block text-[0.8125rem] text-faint">{texts.more(notifications.length - MOST_LINES)}</span>
            )}
          </span>
          {unread > 0 && <span className="sr-only">{texts.unreadOf(unread)}</span>}
        </button>
        <span className="flex flex-none flex-col self-stretch justify-center">
          <button
            type="button"
            aria-label={texts.removeAll(name)}
            onClick={(event) => {
              focusNeighbour(event.currentTarget);
              onDelete(notifications);
            }}
            className="mx-1 grid size-11 place-items-center rounded-control text-faint"
          >
            <BinIcon size={19} />
          </button>
          <button
            type="button"
            aria-label={texts.each(name)}
            aria-expanded={isOpen}
            aria-controls={listId}
            onClick={() => setOpen(!isOpen)}
            className="mx-1 grid size-11 place-items-center rounded-control text-faint"
          >
            <span className={clsx('transition-transform', isOpen ? '-rotate-90' : 'rotate-90')}>
              <ChevronIcon size={19} />
            </span>
          </button>
        </span>
      </div>
      <ul id={listId} hidden={!isOpen}>
        {isOpen &&
          notifications.map((notification) => (
            <NotificationRow
              key={notification.id}
              notification={notification}
              onOpen={() => onOpen([notification])}
              onDelete={() => onDelete([notification])}
            />
          ))}
      </ul>
    </li>
  );
}, 'li');

import type { Notification } from '@hearsay/contracts';
import clsx from 'clsx';
import type { ReactElement } from 'react';
import { withBoundary } from '../../shared/errors/error-boundary.tsx';
import { notificationTexts } from '../../shared/texts/notifications.ts';
import { agoOrDate } from '../../shared/time/time-labels.ts';
import { useNow } from '../../shared/time/use-now.ts';
import { SoundBars } from '../../shared/ui/bars.tsx';
import { BinIcon } from '../../shared/ui/card-icons.tsx';
import { Avatar } from '../../shared/ui/person.tsx';
import { SentenceWithName } from '../../shared/words/sentence-with-name.tsx';

interface NotificationRowProps {
  readonly notification: Notification;
  readonly isNews?: boolean;
  readonly onOpen: () => void;
  readonly onDelete: () => void;
}

export const NotificationRow = withBoundary(function NotificationRow(props: NotificationRowProps) {
  const { notification, isNews = false, onOpen, onDelete } = props;
  const now = useNow();
  const { message, isRead, createdAt, type } = notification;
  const who = actorNamesOf(notification);
  const words = (
    <>
      <span className="relative flex-none">
        <NotificationMark notification={notification} />
        {!isRead && (
          <span data-mark className="absolute -top-0.5 -right-0.5 size-3 rounded-pill bg-air ring-2 ring-surface" />
        )}
      </span>
      <span className="min-w-0 flex-[1_1_10.5rem]">
        <span className={clsx('words block', isRead ? 'text-soft' : 'font-medium text-text')}>{message}</span>
        <span className="block text-[0.8125rem] text-faint">
          {who && <span className="font-medium text-soft">{who}</span>}
          {/* The dot stays beside the name, so that no line begins with a dot. */}
          {who && <span>{'\u00a0· '}</span>}
          <time dateTime={createdAt} className="whitespace-nowrap">
            {agoOrDate(createdAt, now)}
          </time>
        </span>
      </span>
      {!isRead && <span className="sr-only">{notificationTexts.unread}</span>}
    </>
  );
  // Wraps, so that enlarged text gets its own line below the avatar.
  const look = 'flex min-h-16 min-w-0 flex-1 flex-wrap items-center gap-x-3 gap-y-1 rounded-card py-3 pl-3.5 text-left';
  return (
    <li className={clsx('mx-3 mb-2 flex items-center rounded-card border border-line bg-surface', isNews && 'arrives')}>
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
          aria-label={notificationTexts.remove(message)}
          onClick={(event) => {
            focusNeighbour(event.currentTarget);
            onDelete();
          }}
          className="mx-1 grid size-11 flex-none place-items-center rounded-control text-faint"
        >
          <BinIcon size={19} />
        </button>
      )}
    </li>
  );
}, 'li');

/** Null for a notification without a named actor. */
export function actorNamesOf({ actor, count, type }: Notification): ReactElement | null {
  if (!actor) return null;
  // Does not count people here, because several replies may come from one person.
  if (type === 'comment' && count > 1)
    return <SentenceWithName say={notificationTexts.latestBy} name={actor.username} />;
  const others = count - 1;
  if (others < 1) return <bdi>{actor.username}</bdi>;
  return <SentenceWithName say={(name) => notificationTexts.withOthers(name, others)} name={actor.username} />;
}

/** Moves the focus to a neighbouring row, because the row of `button` disappears. */
export function focusNeighbour(button: HTMLElement): void {
  const row = button.closest('li');
  const neighbour = (row?.nextElementSibling ?? row?.previousElementSibling)?.querySelector<HTMLElement>(
    'button:last-child',
  );
  (neighbour ?? button.closest('main'))?.focus({ preventScroll: true });
}

export function NotificationMark({
  notification: { type, actor, contentId },
}: {
  notification: Notification;
}): ReactElement {
  if (actor) return <Avatar user={actor} size={36} />;
  if (type === 'comment') return <Avatar user={null} size={36} />;
  return (
    <span
      className={clsx(
        'grid size-9 flex-none place-items-center rounded-pill',
        contentId === null || type === 'other' ? 'bg-amber-tint text-amber' : 'bg-air-tint text-air',
      )}
    >
      <SoundBars size={20} />
    </span>
  );
}

import type { Notification } from '@hearsay/contracts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { newIdempotencyKey } from '../../shared/api/api-client.ts';
import { isNotFound } from '../../shared/api/api-error.ts';
import { questionQueries } from '../../shared/questions/question.queries.ts';
import { useUserId } from '../../shared/session/use-session.ts';
import { notificationTexts } from '../../shared/texts/notifications.ts';
import { EmptyState, FailedState, PageTitle } from '../../shared/ui/states.tsx';
import { actOn, useDeleteNotification, useMarkAllRead, useMarkRead } from './notification.mutations.ts';
import { notificationQueries } from './notification.queries.ts';
import { NotificationRow } from './notification-row.tsx';

export default function NotificationsPage() {
  const userId = useUserId();
  return userId === null ? <WaitingRows /> : <Inbox userId={userId} />;
}

function Inbox({ userId }: { userId: string }) {
  const { data: list, isError, refetch } = useQuery(notificationQueries.list(userId));
  const { data: count } = useQuery(notificationQueries.unread(userId));
  const markRead = useMarkRead(userId);
  const markAllRead = useMarkAllRead(userId);
  const remove = useDeleteNotification(userId);
  const open = useOpenNotification();
  const unread = count?.unread ?? 0;

  return (
    <>
      <PageTitle windowTitle={notificationTexts.windowTitle}>{notificationTexts.title}</PageTitle>
      <div className="flex min-h-12 items-center justify-between gap-3 px-3 pb-3">
        <div role="tablist" aria-label={notificationTexts.inbox}>
          <button
            type="button"
            role="tab"
            id="tab-notifications"
            aria-selected="true"
            aria-controls="panel-notifications"
            className="inline-flex min-h-11 items-center gap-2 rounded-pill bg-text px-4 text-sm font-semibold text-ink"
          >
            {notificationTexts.tab}
            {unread > 0 && (
              <span className="rounded-pill bg-air px-1.5 py-0.5 font-display text-xs leading-none font-bold text-air-ink">{unread}</span>
            )}
          </button>
        </div>
        {unread > 0 && (
          <button
            type="button"
            className="min-h-11 rounded-control px-2 text-sm font-semibold text-air"
            onClick={() => markAllRead.mutate({ idempotencyKey: newIdempotencyKey() })}
          >
            {notificationTexts.markAllRead}
          </button>
        )}
      </div>
      <div role="tabpanel" id="panel-notifications" aria-labelledby="tab-notifications">
        {!list && (isError ? <FailedState text={notificationTexts.failed} onRetry={refetch} /> : <WaitingRows />)}
        {list?.length === 0 && <EmptyState text={notificationTexts.empty} />}
        {list && list.length > 0 && (
          <ul>
            {list.map((notification) => (
              <NotificationRow
                key={notification.id}
                notification={notification}
                onOpen={() => {
                  if (!notification.isRead) markRead.mutate(actOn(notification));
                  void open(notification);
                }}
                onDelete={() => remove.mutate(actOn(notification))}
              />
            ))}
          </ul>
        )}
      </div>
    </>
  );
}

/** Goes to what a notification is about; what cannot be found leads to the start. */
function useOpenNotification() {
  const navigate = useNavigate();
  const client = useQueryClient();
  const questionOf = async (contentId: string): Promise<string> => {
    try {
      return (await client.fetchQuery(questionQueries.location(contentId))).questionId ?? contentId;
    } catch (error) {
      if (isNotFound(error)) return contentId;
      throw error;
    }
  };
  return async ({ contentType, contentId, questionId }: Notification) => {
    try {
      if (contentId === null) navigate('/');
      else if (contentType === 'question') navigate(`/questions/${contentId}`);
      else if (contentType === 'discussion') navigate(`/questions/${questionId ?? (await questionOf(contentId))}#reply-${contentId}`);
      else navigate('/');
    } catch {
      navigate('/');
    }
  };
}

function WaitingRows() {
  return (
    <ul aria-busy="true" aria-label={notificationTexts.waiting}>
      {[0, 1, 2].map((row) => (
        <li key={row} className="mx-3 mb-2 flex min-h-16 animate-pulse items-center gap-3 rounded-card border border-line px-4">
          <span className="size-9 rounded-pill bg-raised" />
          <span className="flex-1">
            <span className="mb-2 block h-3 w-4/5 rounded-pill bg-raised" />
            <span className="block h-2.5 w-1/4 rounded-pill bg-raised" />
          </span>
        </li>
      ))}
    </ul>
  );
}

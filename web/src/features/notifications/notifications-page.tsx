import type { Notification } from '@hearsay/contracts';
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useDeferredValue, useRef } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { loadCode } from '../../shared/errors/new-build.ts';
import { ListEnd } from '../../shared/lists/list-end.tsx';
import { SlidingList } from '../../shared/lists/sliding-list.tsx';
import { questionQueries } from '../../shared/questions/question.queries.ts';
import { useUser } from '../../shared/session/session.ts';
import { notificationTexts as texts } from '../../shared/texts/notifications.ts';
import { EmptyState, FailedState, PageTitle } from '../../shared/ui/states.tsx';
import { Tabs } from '../../shared/ui/tabs.tsx';
import { LoadingRows } from './loading-rows.tsx';
import { useNotificationActs } from './notification.mutations.ts';
import { notificationQueries } from './notification.queries.ts';
import { NotificationGroupRow } from './notification-group-row.tsx';
import { groupNotifications } from './notification-groups.ts';

const AT_FIRST = 20;

const ReportList = lazy(() => loadCode(() => import('./report-list.tsx')));

export default function NotificationsPage() {
  const user = useUser();
  return user ? <Boxes userId={user.id} isAmbassador={user.isAmbassador} /> : <LoadingRows />;
}

function Boxes({ userId, isAmbassador }: { userId: string; isAmbassador: boolean }) {
  const { data: count } = useQuery(notificationQueries.unread(userId));
  // Kept in the URL, so that a user who goes back from a reported question sees the reports.
  const [query, setQuery] = useSearchParams();
  const unread = count?.unread ?? 0;
  const tab = isAmbassador && query.get('tab') === 'reports' ? 'reports' : 'inbox';
  const tabs = [
    { name: 'inbox' as const, label: texts.tab, count: unread },
    ...(isAmbassador ? [{ name: 'reports' as const, label: texts.reports, count: count?.reports ?? 0 }] : []),
  ];
  return (
    <>
      <PageTitle windowTitle={texts.windowTitle}>{texts.title}</PageTitle>
      <Tabs
        label={texts.inbox}
        tabs={tabs}
        selected={tab}
        onSelect={(name) => setQuery(name === 'reports' ? { tab: name } : {}, { replace: true })}
      >
        {tab === 'inbox' ? (
          <Inbox userId={userId} unread={unread} />
        ) : (
          <Suspense fallback={waitingReports}>
            <ReportList userId={userId} />
          </Suspense>
        )}
      </Tabs>
    </>
  );
}

/** Reserves room for the controls above the reports, so that rows do not jump. */
const waitingReports = (
  <div className="pt-14">
    <LoadingRows />
  </div>
);

function Inbox({ userId, unread }: { userId: string; unread: number }) {
  const query = useInfiniteQuery(notificationQueries.list(userId));
  const { data, error, refetch, hasNextPage } = query;
  const list = data && groupNotifications(data.pages);
  const { markRead, markAllRead, remove } = useNotificationActs(userId);
  const open = useOpenNotification(userId);
  // Draws one screenful first, because a long list would block a slow phone.
  const drawnCount = useDeferredValue(Math.max(AT_FIRST, list?.length ?? 0), AT_FIRST);
  const isThereFrom = useRef<string>(undefined);
  isThereFrom.current ??= list?.[0]?.notifications[0].createdAt;

  if (!list) return error ? <FailedState text={texts.failed} onRetry={refetch} /> : <LoadingRows />;
  if (list.length === 0) return <EmptyState text={texts.empty} />;
  const drawn = list.slice(0, drawnCount);
  return (
    <>
      {unread > 0 && (
        <div className="-mt-2 flex justify-end px-3 pb-1">
          <button
            type="button"
            className="min-h-11 rounded-control px-2 text-sm font-semibold text-air"
            onClick={markAllRead}
          >
            {texts.markAllRead}
          </button>
        </div>
      )}
      <SlidingList ids={drawn.map(({ key }) => key)}>
        {drawn.map((group) => (
          <NotificationGroupRow
            key={group.key}
            group={group}
            isNews={({ createdAt }) => createdAt > (isThereFrom.current ?? '')}
            onOpen={(notifications) => {
              const unreadOnes = notifications.filter(({ isRead }) => !isRead);
              if (unreadOnes.length > 0) markRead(unreadOnes);
              if (notifications[0]) void open(notifications[0]);
            }}
            onDelete={remove}
          />
        ))}
      </SlidingList>
      {drawn.length === list.length && hasNextPage && (
        <ListEnd list={query} failed={texts.failed} pages={data?.pages.length} />
      )}
    </>
  );
}

function useOpenNotification(userId: string) {
  const navigate = useNavigate();
  const client = useQueryClient();
  /** After a failure, returns the content id itself, which may be the id of a question. */
  const questionOf = (contentId: string): Promise<string> =>
    client.fetchQuery(questionQueries.location(contentId)).then(
      ({ questionId }) => questionId ?? contentId,
      () => contentId,
    );
  return async ({ contentType, contentId, questionId }: Notification) => {
    try {
      if (contentType === 'role') navigate('/admin');
      else if (contentId === null) navigate('/');
      else if (contentType === 'question') navigate(`/questions/${contentId}`);
      else if (contentType === 'discussion')
        navigate(`/questions/${questionId ?? (await questionOf(contentId))}#reply-${contentId}`);
      else if (contentType !== 'podcast') navigate('/');
      // If a question is named, another person's episode answers it. Else the notification is about an own episode.
      else navigate(questionId === null ? `/profile/${userId}` : `/podcasts/${contentId}`);
    } catch {
      navigate('/');
    }
  };
}

import { ContentType, limits, Report, Reports, Success, type UnreadCount } from '@hearsay/contracts';
import {
  infiniteQueryOptions,
  queryOptions,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { act, isNotFound, isSignedOut, newIdempotencyKey, read, send } from '../../shared/api/api-client.ts';
import { caching, queryKeys } from '../../shared/api/cache.ts';
import { resetFeeds } from '../../shared/lists/list-cache.ts';
import { ListEnd } from '../../shared/lists/list-end.tsx';
import { Sliding } from '../../shared/lists/sliding.tsx';
import { questionQueries } from '../../shared/questions/question.queries.ts';
import { sayFailed } from '../../shared/session/say-failed.ts';
import { frameTexts } from '../../shared/texts/frame.ts';
import { reportTexts } from '../../shared/texts/reports.ts';
import { toast } from '../../shared/toast/toast.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Choices } from '../../shared/ui/choices.tsx';
import { askFirst } from '../../shared/ui/dialog-store.ts';
import { EmptyState, FailedState } from '../../shared/ui/states.tsx';
import { notificationQueries } from './notification.queries.ts';
import { previewOf, ReportCard } from './report-card.tsx';
import { WaitingRows } from './waiting-rows.tsx';

const texts = reportTexts.deletion;

const readReports = (userId: string, query: string, signal: AbortSignal) =>
  read(Reports, `/api/reports/ambassador?userId=${userId}${query}`, signal, reportTexts.failed);

export const reportQueries = {
  waiting: (userId: string) =>
    queryOptions({
      queryKey: queryKeys.notifications.reports(userId),
      queryFn: ({ signal }) => readReports(userId, '', signal),
      refetchInterval: caching.poll.reports,
      staleTime: 0,
    }),
  resolved: (userId: string) =>
    infiniteQueryOptions({
      queryKey: queryKeys.notifications.resolvedReports(userId),
      queryFn: ({ pageParam, signal }) =>
        readReports(userId, `&status=resolved${pageParam === null ? '' : `&before=${pageParam}`}`, signal),
      initialPageParam: null as string | null,
      getNextPageParam: (last) => (last.length === limits.reportsPage ? last.at(-1)?.id : null),
      staleTime: 0,
    }),
};

const isDeletable = ({ isRemoved, contentType }: Report): boolean =>
  !isRemoved && ContentType.options.some((known) => known === contentType);

interface Deletion {
  readonly done: number;
  readonly of: number;
  readonly failed: readonly Report[];
  readonly isRunning: boolean;
}

/** Sends one call per post. A common call would link the posts, and one person may have posted some anonymously. */
function useDeleteReported(userId: string) {
  const client = useQueryClient();
  const [deletion, setDeletion] = useState<Deletion | null>(null);

  /** @param reports one report per content. @returns the reports with content that could not be deleted */
  const deleteAll = async (reports: readonly Report[]): Promise<readonly Report[]> => {
    const failed: Report[] = [];
    const tell = (done: number, isRunning: boolean) =>
      setDeletion({ done, of: reports.length, failed: [...failed], isRunning });
    for (const [index, report] of reports.entries()) {
      tell(index, true);
      const path = `/api/${report.contentType}s/${report.contentId}`;
      const isGone = await act(client, Success, path, { method: 'DELETE', body: { userId } }).then(
        () => true,
        isNotFound,
      );
      if (!isGone) failed.push(report);
    }
    tell(reports.length, false);
    void client.invalidateQueries({ queryKey: queryKeys.notifications.all });
    void resetFeeds(client);
    return failed;
  };
  return { deletion, deleteAll };
}

interface ReportedDeletionProps {
  readonly chosen: number;
  readonly deletion: Deletion | null;
  readonly onDelete: () => void;
}

function ReportedDeletion({ chosen, deletion, onDelete }: ReportedDeletionProps) {
  const isRunning = deletion?.isRunning ?? false;
  const failed = deletion?.failed ?? [];
  return (
    <section
      aria-label={texts.label}
      className="floating sticky bottom-[calc(var(--nav-now)+12px)] z-10 mx-3 mt-3 flex flex-col gap-2 rounded-card border border-line bg-raised p-3"
    >
      <p role="status" className="text-sm font-semibold">
        {isRunning && deletion ? texts.running(deletion.done + 1, deletion.of) : texts.chosen(chosen)}
      </p>
      {isRunning && deletion && (
        <progress className="block h-1.5 w-full" aria-label={texts.label} value={deletion.done} max={deletion.of} />
      )}
      <div role="alert" className="text-sm font-medium text-air empty:hidden">
        {failed.length > 0 && (
          <p>
            {texts.failed(
              failed.map(
                ({ contentPreview, contentType }) => previewOf(contentPreview) ?? reportTexts.kinds[contentType],
              ),
            )}
          </p>
        )}
      </div>
      <Button disabled={chosen === 0 || isRunning} onClick={onDelete}>
        {texts.submit}
      </Button>
    </section>
  );
}

const resolving = (reports: readonly Report[]) =>
  reports.map(({ id }) => ({ id, idempotencyKey: newIdempotencyKey() }));

function useResolveReport(userId: string) {
  const client = useQueryClient();
  const listKey = reportQueries.waiting(userId).queryKey;
  const countKey = notificationQueries.unread(userId).queryKey;
  return useMutation({
    mutationFn: async (reports: ReturnType<typeof resolving>) => {
      const body = { status: 'resolved', reviewerId: userId };
      for (const { id, idempotencyKey } of reports)
        await send(Report, `/api/reports/${id}/status`, { method: 'PATCH', body, idempotencyKey });
    },
    onMutate: async (reports) => {
      const ids = new Set(reports.map(({ id }) => id));
      await client.cancelQueries({ queryKey: listKey });
      const before = client.getQueryData<Report[]>(listKey);
      client.setQueryData<Report[]>(listKey, (list) => list?.filter(({ id }) => !ids.has(id)));
      client.setQueryData<UnreadCount>(
        countKey,
        (count) => count && { ...count, reports: count.reports && Math.max(0, count.reports - ids.size) },
      );
      return before;
    },
    onSuccess: () => toast.good(reportTexts.resolved),
    onError: (error, _act, before) => {
      if (!isSignedOut(error)) client.setQueryData(listKey, before);
      sayFailed(client, error, frameTexts.prompts.notifications.text, reportTexts.resolveFailed);
    },
    onSettled: () => client.invalidateQueries({ queryKey: queryKeys.notifications.all }),
  });
}

const WHICH = [
  { value: 'pending', label: reportTexts.pending },
  { value: 'resolved', label: reportTexts.history },
] as const;

export default function ReportList({ userId }: { userId: string }) {
  const [which, setWhich] = useState<'pending' | 'resolved'>('pending');
  return (
    <>
      <div className="px-3 pb-3">
        <Choices
          legend={reportTexts.which}
          isLegendHidden
          name="reports"
          choices={WHICH}
          chosen={which}
          onChoose={setWhich}
        />
      </div>
      {which === 'pending' ? <PendingReports userId={userId} /> : <ResolvedReports userId={userId} />}
    </>
  );
}

function ResolvedReports({ userId }: { userId: string }) {
  const list = useInfiniteQuery(reportQueries.resolved(userId));
  const { data, error, refetch } = list;
  const view = useViewContent();
  if (!data) return error ? <FailedState text={reportTexts.failed} onRetry={refetch} /> : <WaitingRows />;
  const reports = data.pages.flat();
  if (reports.length === 0) return <EmptyState text={reportTexts.noneResolved} />;
  return (
    <>
      <ul className="flex flex-col gap-3 px-3">
        {reports.map((report) => (
          <ReportCard key={report.id} reports={[report]} onView={() => void view(report)} />
        ))}
      </ul>
      <ListEnd list={list} failed={reportTexts.failed} end={reportTexts.end} />
    </>
  );
}

function PendingReports({ userId }: { userId: string }) {
  const { data, isError, refetch } = useQuery(reportQueries.waiting(userId));
  const resolve = useResolveReport(userId);
  const view = useViewContent();
  const { deletion, deleteAll } = useDeleteReported(userId);
  const [chosenIds, setChosenIds] = useState<ReadonlySet<string>>(new Set());
  if (!data) return isError ? <FailedState text={reportTexts.failed} onRetry={refetch} /> : <WaitingRows />;
  if (data.length === 0) return <EmptyState text={reportTexts.empty} />;
  const contents = [...byContent(data).values()];
  const chosen = contents
    .map(([newest]) => newest)
    .filter((report) => chosenIds.has(report.contentId) && isDeletable(report));
  const choiceOf = ({ contentId }: Report) => ({
    isChosen: chosenIds.has(contentId),
    onChoose: (isChosen: boolean) => {
      const others = [...chosenIds].filter((id) => id !== contentId);
      setChosenIds(new Set(isChosen ? [...others, contentId] : others));
    },
  });
  const deleteChosen = async () => {
    const { sure, verb, detail, done, resolveToo } = reportTexts.deletion;
    if (!(await askFirst(sure(chosen.length), verb, detail))) return;
    const failed = await deleteAll(chosen);
    setChosenIds(new Set(failed.map(({ contentId }) => contentId)));
    if (failed.length === chosen.length) return;
    toast.good(done(chosen.length - failed.length));
    const deleted = chosen
      .filter((report) => !failed.includes(report))
      .flatMap(({ contentId }) => byContent(data).get(contentId) ?? []);
    if (await askFirst(resolveToo(deleted.length), reportTexts.resolve)) resolve.mutate(resolving(deleted));
  };
  return (
    <>
      <Sliding ids={contents.map(([newest]) => newest.contentId)} className="flex flex-col gap-3 px-3">
        {contents.map((reports) => (
          <ReportCard
            key={reports[0].contentId}
            reports={reports}
            onView={() => void view(reports[0])}
            onResolve={() => resolve.mutate(resolving(reports))}
            choice={isDeletable(reports[0]) && !deletion?.isRunning ? choiceOf(reports[0]) : undefined}
          />
        ))}
      </Sliding>
      {(chosen.length > 0 || deletion?.isRunning || (deletion && deletion.failed.length > 0)) && (
        <ReportedDeletion chosen={chosen.length} deletion={deletion} onDelete={() => void deleteChosen()} />
      )}
    </>
  );
}

function byContent(reports: readonly Report[]): ReadonlyMap<string, readonly [Report, ...Report[]]> {
  const contents = new Map<string, [Report, ...Report[]]>();
  for (const report of reports) {
    const known = contents.get(report.contentId);
    if (known) known.push(report);
    else contents.set(report.contentId, [report]);
  }
  return contents;
}

function useViewContent() {
  const navigate = useNavigate();
  const client = useQueryClient();
  return async ({ contentType, contentId }: Report) => {
    if (contentType === 'user') return navigate(`/profile/${contentId}`);
    if (contentType === 'question') return navigate(`/questions/${contentId}`);
    if (contentType !== 'discussion') return navigate(`/content/${contentId}`);
    try {
      const { questionId } = await client.fetchQuery(questionQueries.location(contentId));
      if (questionId) navigate(`/questions/${questionId}#reply-${contentId}`);
      else toast.bad(reportTexts.gone.title, reportTexts.gone.text);
    } catch (error) {
      const { title, text } = isNotFound(error) ? reportTexts.gone : reportTexts.notReached;
      toast.bad(title, text);
    }
  };
}

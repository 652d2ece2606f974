import { type ContentRef, ContentType, limits, Report, Reports, Success, type UnreadCount } from '@hearsay/contracts';
import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { isNotFound, isUnauthorized, newIdempotencyKey, read, send, sendAct } from '../../shared/api/api-client.ts';
import { queryKeys, querySettings } from '../../shared/api/cache.ts';
import { removeContent } from '../../shared/cards/content-acts.ts';
import { groupBy } from '../../shared/lists/group-by.ts';
import { resetFeeds } from '../../shared/lists/list-cache.ts';
import { showFailure } from '../../shared/session/show-failure.ts';
import { askTexts } from '../../shared/texts/acts.ts';
import { frameTexts } from '../../shared/texts/frame.ts';
import { reportTexts } from '../../shared/texts/reports.ts';
import { toast } from '../../shared/toast/toast.ts';
import { askToConfirm } from '../../shared/ui/dialog-store.ts';
import { notificationQueries } from './notification.queries.ts';

const texts = reportTexts.deletion;

/** All reports of one content that the list holds, newest first. */
export type ContentReports = readonly [Report, ...Report[]];

const readReports = (userId: string, query: string, signal: AbortSignal) =>
  read(Reports, `/api/reports/ambassador?userId=${userId}${query}`, signal, reportTexts.failed);

export const reportQueries = {
  waiting: (userId: string) =>
    queryOptions({
      queryKey: queryKeys.notifications.reports(userId),
      queryFn: ({ signal }) => readReports(userId, '', signal),
      refetchInterval: querySettings.poll.reports,
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

type Deletable = Report & ContentRef;

/** False for removed content and for reports about a person. */
export const isDeletable = (report: Report): report is Deletable =>
  !report.isRemoved && ContentType.options.some((known) => known === report.contentType);

/** Progress of the deletion of several contents. `done` and `of` count contents. */
export interface ReportDeletion {
  readonly done: number;
  readonly of: number;
  readonly failed: readonly Report[];
  readonly isRunning: boolean;
}

/**
 * Sends one call per post. One call for several posts would link them, although one person may have posted some
 * anonymously.
 */
export function useDeleteReported(userId: string) {
  const client = useQueryClient();
  const [deletion, setDeletion] = useState<ReportDeletion | null>(null);

  /** @param reports one report per content. @returns the reports with content that could not be deleted */
  const deleteAll = async (reports: readonly Report[]): Promise<readonly Report[]> => {
    const failed: Report[] = [];
    const tell = (done: number, isRunning: boolean) =>
      setDeletion({ done, of: reports.length, failed: [...failed], isRunning });
    for (const [index, report] of reports.entries()) {
      tell(index, true);
      const path = `/api/${report.contentType}s/${report.contentId}`;
      const isGone = await sendAct(client, Success, path, { method: 'DELETE', body: { userId } }).then(
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

function useResolveReports(userId: string) {
  const client = useQueryClient();
  const listKey = reportQueries.waiting(userId).queryKey;
  const countKey = notificationQueries.unread(userId).queryKey;
  const { mutateAsync } = useMutation({
    mutationFn: async (acts: readonly { readonly id: string; readonly idempotencyKey: string }[]) => {
      const body = { status: 'resolved', reviewerId: userId };
      for (const { id, idempotencyKey } of acts)
        await send(Report, `/api/reports/${id}/status`, { method: 'PATCH', body, idempotencyKey });
    },
    onMutate: async (acts) => {
      const ids = new Set(acts.map(({ id }) => id));
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
    onError: (error, _acts, before) => {
      if (!isUnauthorized(error)) client.setQueryData(listKey, before);
      showFailure(client, error, frameTexts.prompts.notifications.text, reportTexts.resolveFailed);
    },
    onSettled: () => client.invalidateQueries({ queryKey: queryKeys.notifications.all }),
  });
  /** @returns true if all are resolved */
  return (reports: readonly Report[]): Promise<boolean> =>
    mutateAsync(reports.map(({ id }) => ({ id, idempotencyKey: newIdempotencyKey() }))).then(
      () => true,
      () => false,
    );
}

const questions = {
  question: { text: askTexts.deleteQuestion, detail: askTexts.deletesDiscussions },
  discussion: { text: askTexts.deleteReply, detail: null },
  podcast: { text: askTexts.deletePodcast, detail: null },
} as const;

/** Deletes one reported content or resolves its reports. Each act returns true on success. */
export function useReportActs(userId: string) {
  const client = useQueryClient();
  const resolve = useResolveReports(userId);
  const remove = async (reports: ContentReports): Promise<boolean> => {
    const [report] = reports;
    if (!isDeletable(report)) return false;
    const { contentType, contentId } = report;
    const { text, detail } = questions[contentType];
    if (!(await askToConfirm(text, texts.verb, detail))) return false;
    const isGone = await removeContent({ client, userId }, { contentType, contentId }, contentType);
    void client.invalidateQueries({ queryKey: queryKeys.notifications.all });
    if (isGone && (await askToConfirm(texts.resolveToo(reports.length), reportTexts.resolve))) await resolve(reports);
    return isGone;
  };
  return { resolve, remove };
}

/** Each content once, with all its reports. */
export const groupReportsByContent = (reports: readonly Report[]): ReadonlyMap<string, ContentReports> =>
  groupBy(reports, ({ contentId }) => contentId);

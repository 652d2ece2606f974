import { Report, type UnreadCount } from '@hearsay/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { newIdempotencyKey, send } from '../../shared/api/api-client.ts';
import { isSignedOut } from '../../shared/api/api-error.ts';
import { queryKeys } from '../../shared/api/query-keys.ts';
import { sayFailed } from '../../shared/session/say-failed.ts';
import { frameTexts } from '../../shared/texts/frame.ts';
import { reportTexts } from '../../shared/texts/reports.ts';
import { toast } from '../../shared/toast/toast.ts';
import { notificationQueries } from './notification.queries.ts';
import { reportQueries } from './report.queries.ts';

export const resolving = (reports: readonly Report[]) =>
  reports.map(({ id }) => ({ id, idempotencyKey: newIdempotencyKey() }));

/** Resolves reports: they leave the list at once and come back when that is refused. */
export function useResolveReport(userId: string) {
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

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

export const resolving = (report: Report) => ({ report, idempotencyKey: newIdempotencyKey() });

/** Resolves a report: it leaves the list at once and comes back when that is refused. */
export function useResolveReport(userId: string) {
  const client = useQueryClient();
  const listKey = reportQueries.waiting(userId).queryKey;
  const countKey = notificationQueries.unread(userId).queryKey;
  return useMutation({
    mutationFn: ({ report, idempotencyKey }: ReturnType<typeof resolving>) =>
      send(Report, `/api/reports/${report.id}/status`, {
        method: 'PATCH',
        body: { status: 'resolved', reviewerId: userId },
        idempotencyKey,
      }),
    onMutate: async ({ report }) => {
      await client.cancelQueries({ queryKey: listKey });
      const before = client.getQueryData<Report[]>(listKey);
      client.setQueryData<Report[]>(listKey, (list) => list?.filter(({ id }) => id !== report.id));
      client.setQueryData<UnreadCount>(countKey, (count) => count && { ...count, reports: count.reports && count.reports - 1 });
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

import { limits, type Report, Reports } from '@hearsay/contracts';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { read } from '../../shared/api/api-client.ts';
import { caching } from '../../shared/api/caching.ts';
import { queryKeys } from '../../shared/api/query-keys.ts';
import { reportTexts } from '../../shared/texts/reports.ts';

export const reportQueries = {
  waiting: (userId: string) =>
    queryOptions({
      queryKey: queryKeys.notifications.reports(userId),
      queryFn: ({ signal }) => read(Reports, `/api/reports/ambassador?userId=${userId}`, signal, reportTexts.failed),
      refetchInterval: caching.poll.reports,
      staleTime: 0,
    }),
  resolved: (userId: string) =>
    infiniteQueryOptions({
      queryKey: queryKeys.notifications.resolvedReports(userId),
      queryFn: ({ pageParam, signal }): Promise<Report[]> => {
        const from = pageParam === null ? '' : `&before=${pageParam}`;
        return read(
          Reports,
          `/api/reports/ambassador?userId=${userId}&status=resolved${from}`,
          signal,
          reportTexts.failed,
        );
      },
      initialPageParam: null as string | null,
      getNextPageParam: (last) => (last.length === limits.reportsPage ? (last.at(-1)?.id ?? null) : null),
      staleTime: 0,
    }),
};

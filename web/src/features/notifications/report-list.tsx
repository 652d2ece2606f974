import type { Report } from '@hearsay/contracts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { isNotFound } from '../../shared/api/api-error.ts';
import { questionQueries } from '../../shared/questions/question.queries.ts';
import { reportTexts } from '../../shared/texts/reports.ts';
import { toast } from '../../shared/toast/toast.ts';
import { EmptyState, FailedState } from '../../shared/ui/states.tsx';
import { notificationQueries } from './notification.queries.ts';
import { resolving, useResolveReport } from './report.mutations.ts';
import { ReportCard } from './report-card.tsx';
import { WaitingRows } from './waiting-rows.tsx';

/** The reports that wait for an ambassador. */
export default function ReportList({ userId }: { userId: string }) {
  const { data, isError, refetch } = useQuery(notificationQueries.reports(userId));
  const resolve = useResolveReport(userId);
  const view = useViewContent();
  if (!data) return isError ? <FailedState text={reportTexts.failed} onRetry={refetch} /> : <WaitingRows />;
  if (data.length === 0) return <EmptyState text={reportTexts.empty} />;
  return (
    <ul className="flex flex-col gap-3 px-3">
      {data.map((report) => (
        <ReportCard key={report.id} report={report} onView={() => void view(report)} onResolve={() => resolve.mutate(resolving(report))} />
      ))}
    </ul>
  );
}

/** Goes to what was reported; a reply stands in its question's chat, which is looked up first. */
function useViewContent() {
  const navigate = useNavigate();
  const client = useQueryClient();
  return async ({ contentType, contentId }: Report) => {
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

import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { useNavigate } from 'react-router';
import { reportedContentId } from '../../shared/cards/reported-content.ts';
import { questionQueries } from '../../shared/questions/question.queries.ts';
import { reportTexts as texts } from '../../shared/texts/reports.ts';
import { useOneActAtATime } from '../../shared/toast/use-one-act-at-a-time.ts';
import { Button } from '../../shared/ui/button.tsx';
import { ClampedWords } from '../../shared/words/clamped-words.tsx';
import {
  type ContentReports,
  groupReportsByContent,
  isDeletable,
  reportQueries,
  useReportActs,
} from './report.queries.ts';
import { countReasons } from './report-card.tsx';

interface ReportBarProps {
  readonly userId: string;
  readonly questionId: string;
  readonly reportId: string;
}

/** Shows an open report above its question. Shows nothing for a resolved report and on another question's page. */
export default function ReportBar({ userId, questionId, reportId }: ReportBarProps) {
  const { data = [] } = useQuery(reportQueries.waiting(userId));
  const report = data.find(({ id }) => id === reportId);
  const isReply = report?.contentType === 'discussion';
  const { data: location } = useQuery({ ...questionQueries.location(report?.contentId ?? ''), enabled: isReply });
  const isHere = isReply ? location?.questionId === questionId : report?.contentId === questionId;
  const { resolve, remove } = useReportActs(userId);
  const navigate = useNavigate();
  const once = useOneActAtATime();
  const contentId = report && isHere ? report.contentId : null;

  const goToReply = useEffectEvent((id: string) => {
    const hash = `#reply-${id}`;
    if (window.location.hash !== hash) navigate({ search: window.location.search, hash }, { replace: true });
  });
  useEffect(() => {
    reportedContentId.set(contentId);
    if (contentId !== null && isReply) goToReply(contentId);
    return () => reportedContentId.set(null);
  }, [contentId, isReply]);

  const reports = contentId === null ? undefined : groupReportsByContent(data).get(contentId);
  if (!reports) return null;
  // Navigates after the act, although this bar disappears with the last open report.
  const leaveAfter = (act: (reports: ContentReports) => Promise<boolean>) =>
    once(async () => {
      if (await act(reports)) navigate('/notifications?tab=reports', { replace: true });
    });
  const reasons = countReasons(reports).map(([why, count]) => (count > 1 ? `${why} ${texts.times(count)}` : why));
  return (
    <section
      aria-label={texts.bar}
      className="blurred-bar flex flex-wrap items-center gap-x-3 gap-y-2 border-b border-line px-4 py-2"
    >
      <div className="min-w-0 flex-[1_1_7rem] text-sm">
        <p className="font-semibold text-air">{texts.because}</p>
        <ClampedWords words={reasons.join(' · ')} lines={2} />
      </div>
      <div className="flex flex-[0_1_auto] flex-wrap gap-2">
        <Button weight="quiet" onClick={leaveAfter(resolve)}>
          {texts.resolve}
        </Button>
        {isDeletable(reports[0]) && <Button onClick={leaveAfter(remove)}>{texts.deletion.verb}</Button>}
      </div>
    </section>
  );
}

import { lazy, Suspense } from 'react';
import { useMatch } from 'react-router';
import UploadBar from '../features/create/upload-bar.tsx';
import { useReportIdInUrl } from '../shared/cards/reported-content.ts';
import { loadCode } from '../shared/errors/new-build.ts';
import { useUserId } from '../shared/session/session.ts';

/** If this code cannot load, ambassadors can still delete and resolve in the list of reports. */
const ReportBar = lazy(() =>
  loadCode(() => import('../features/notifications/report-bar.tsx')).catch(() => ({ default: () => null })),
);

function ReportBarOfUrl() {
  const userId = useUserId();
  const reportId = useReportIdInUrl();
  const questionId = useMatch('/questions/:id')?.params.id;
  if (!userId || !reportId || !questionId) return null;
  return (
    <Suspense fallback={null}>
      <ReportBar key={reportId} userId={userId} questionId={questionId} reportId={reportId} />
    </Suspense>
  );
}

export default function PersistentBars() {
  return (
    <>
      <UploadBar />
      <ReportBarOfUrl />
    </>
  );
}

import { lazy, Suspense } from 'react';
import { useMatch } from 'react-router';
import UploadBar from '../features/create/upload-bar.tsx';
import { useReportIdInUrl } from '../shared/cards/reported-content.ts';
import { loadCode } from '../shared/errors/new-build.ts';
import { useUserId } from '../shared/session/session.ts';

/** If its code cannot load, the reports in the bell still offer the same acts. */
const ReportBar = lazy(() =>
  loadCode(() => import('../features/notifications/report-bar.tsx')).catch(() => ({ default: () => null })),
);

function AskedReport() {
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
      <AskedReport />
    </>
  );
}

import { useQuery } from '@tanstack/react-query';
import { isNotFound } from '../../shared/api/api-error.ts';
import { Navigate, useParams } from '../../shared/navigation/navigation.tsx';
import { questionQueries } from '../../shared/questions/question.queries.ts';
import { frameTexts } from '../../shared/texts/frame.ts';
import { LoadingBars } from '../../shared/ui/bars.tsx';
import { FailedState, PageTitle } from '../../shared/ui/states.tsx';
import { NotFoundPage } from '../not-found-page.tsx';

/** Any content by its id alone. */
export default function ContentRedirect() {
  const { id = '' } = useParams();
  const { data, error, refetch } = useQuery(questionQueries.location(id));
  if (data?.contentType === 'question') return <Navigate to={`/questions/${id}`} replace />;
  if (data?.contentType === 'podcast') return <Navigate to={`/podcasts/${id}`} replace />;
  if (data?.questionId) return <Navigate to={`/questions/${data.questionId}#reply-${id}`} replace />;
  if (data || isNotFound(error)) return <NotFoundPage />;
  if (!error) return <LoadingBars isPage />;
  return (
    <>
      <PageTitle size="small">{frameTexts.failed}</PageTitle>
      <FailedState text={frameTexts.linkFailed} onRetry={refetch} />
    </>
  );
}

import { useQuery } from '@tanstack/react-query';
import { QuestionNotFound } from '../../features/questions/question-not-found.tsx';
import { isNotFound } from '../../shared/api/api-error.ts';
import { Navigate, useParams } from '../../shared/navigation/navigation.tsx';
import { questionQueries } from '../../shared/questions/question.queries.ts';
import { frameTexts } from '../../shared/texts/frame.ts';
import { LoadingBars } from '../../shared/ui/bars.tsx';
import { FailedState, PageTitle } from '../../shared/ui/states.tsx';

/** A shared reply: its question, at the reply. */
export default function ReplyRedirect() {
  const { id = '' } = useParams();
  const { data, error, refetch } = useQuery(questionQueries.location(id));
  if (data?.questionId) return <Navigate to={`/questions/${data.questionId}#reply-${id}`} replace />;
  if (data || isNotFound(error)) return <QuestionNotFound />;
  if (!error) return <LoadingBars isPage />;
  return (
    <>
      <PageTitle size="small">{frameTexts.failed}</PageTitle>
      <FailedState text={frameTexts.linkFailed} onRetry={refetch} />
    </>
  );
}

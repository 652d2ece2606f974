import { useQuery } from '@tanstack/react-query';
import { Navigate, useParams } from 'react-router';
import { QuestionNotFound } from '../features/questions/question-not-found.tsx';
import { isNotFound } from '../shared/api/api-error.ts';
import { questionQueries } from '../shared/questions/question.queries.ts';
import { LoadingBars } from '../shared/ui/bars.tsx';
import { FailedState } from '../shared/ui/states.tsx';
import { NotFoundPage } from './not-found-page.tsx';

/** The shared form of a question's link. */
export function QuestionRedirect() {
  const { id = '' } = useParams();
  return <Navigate to={`/questions/${id}`} replace />;
}

/** A shared reply: its question, at the reply. */
export function ReplyRedirect() {
  const { id = '' } = useParams();
  const { data, error, refetch } = useQuery(questionQueries.location(id));
  if (data?.questionId) return <Navigate to={`/questions/${data.questionId}#reply-${id}`} replace />;
  if (data || isNotFound(error)) return <QuestionNotFound />;
  return error ? <FailedState text="This link could not be followed." onRetry={refetch} /> : <LoadingBars />;
}

/** Any content by its id alone. */
export function ContentRedirect() {
  const { id = '' } = useParams();
  const { data, error, refetch } = useQuery(questionQueries.location(id));
  if (data?.questionId)
    return <Navigate to={data.contentType === 'question' ? `/questions/${id}` : `/questions/${data.questionId}#reply-${id}`} replace />;
  if (data || isNotFound(error)) return <NotFoundPage />;
  return error ? <FailedState text="This link could not be followed." onRetry={refetch} /> : <LoadingBars />;
}

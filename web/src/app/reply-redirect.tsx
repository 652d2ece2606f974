import { useQuery } from '@tanstack/react-query';
import { QuestionNotFound } from '../features/questions/question-not-found.tsx';
import { isNotFound } from '../shared/api/api-error.ts';
import { usePageParams } from '../shared/navigation/page-params.ts';
import { questionQueries } from '../shared/questions/question.queries.ts';
import { frameTexts } from '../shared/texts/frame.ts';
import { LoadingBars } from '../shared/ui/bars.tsx';
import { FailedState, PageTitle } from '../shared/ui/states.tsx';
import { Redirect } from './redirect.tsx';

/** A shared reply: its question, at the reply. */
export default function ReplyRedirect() {
  const { id = '' } = usePageParams();
  const { data, error, refetch } = useQuery(questionQueries.location(id));
  if (data?.questionId) return <Redirect to={`/questions/${data.questionId}#reply-${id}`} />;
  if (data || isNotFound(error)) return <QuestionNotFound />;
  if (!error) return <LoadingBars isPage />;
  return (
    <>
      <PageTitle size="small">{frameTexts.failed}</PageTitle>
      <FailedState text={frameTexts.linkFailed} onRetry={refetch} />
    </>
  );
}

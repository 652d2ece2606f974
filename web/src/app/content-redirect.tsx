import { useQuery } from '@tanstack/react-query';
import { useLocation } from 'react-router';
import { isNotFound } from '../shared/api/api-client.ts';
import { usePageParams } from '../shared/navigation/page-params.ts';
import { questionQueries } from '../shared/questions/question.queries.ts';
import { questionTexts } from '../shared/texts/content.ts';
import { frameTexts } from '../shared/texts/frame.ts';
import { LoadingBars } from '../shared/ui/bars.tsx';
import { FailedState, NotFoundState, PageTitle } from '../shared/ui/states.tsx';
import { Redirect } from './redirect.tsx';

export default function ContentRedirect() {
  const { id = '' } = usePageParams();
  const kind = useLocation().pathname.split('/')[1]?.toLowerCase();
  const isReply = kind === 'reply';
  const isKnown = kind === 'question' || kind === 'podcast';
  const { data, error, refetch } = useQuery({ ...questionQueries.location(id), enabled: !isKnown });
  if (isKnown) return <Redirect to={`/${kind}s/${encodeURIComponent(id)}`} />;
  if (!isReply && (data?.contentType === 'question' || data?.contentType === 'podcast'))
    return <Redirect to={`/${data.contentType}s/${id}`} />;
  if (data?.questionId) return <Redirect to={`/questions/${data.questionId}#reply-${id}`} />;
  if (data || isNotFound(error)) return <NotFoundState {...(isReply ? questionTexts : frameTexts).notFound} />;
  if (!error) return <LoadingBars isPage />;
  return (
    <>
      <PageTitle size="small">{frameTexts.failed}</PageTitle>
      <FailedState text={frameTexts.linkFailed} onRetry={refetch} />
    </>
  );
}

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useParams } from 'react-router';
import { isNotFound } from '../../shared/api/api-error.ts';
import { LoadingBars } from '../../shared/ui/bars.tsx';
import { FailedState, PageTitle } from '../../shared/ui/states.tsx';
import { ChatPanel } from '../chat/chat-panel.tsx';
import { refreshInFeeds } from '../feed/feed.queries.ts';
import { questionQueries } from './question.queries.ts';
import { QuestionCard } from './question-card.tsx';
import { QuestionNotFound } from './question-not-found.tsx';

export default function QuestionPage() {
  const { id = '' } = useParams();
  const client = useQueryClient();
  const { data: detail, error, refetch } = useQuery(questionQueries.detail(id));

  // What was learned here, such as opened words, is true in the lists as well.
  useEffect(() => {
    if (detail) refreshInFeeds(client, detail);
  }, [client, detail]);

  if (isNotFound(error)) return <QuestionNotFound />;
  if (!detail) return error ? <FailedState text="Error loading question" onRetry={refetch} /> : <LoadingBars />;
  return (
    <>
      <PageTitle size="small" windowTitle={detail.title}>
        Let's talk about it..
      </PageTitle>
      <div className="mx-3">
        <QuestionCard question={detail} isOwnPage onBoostSettled={() => void client.invalidateQueries(questionQueries.detail(id))} />
      </div>
      <ChatPanel key={detail.id} detail={detail} />
    </>
  );
}

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import { isNotFound } from '../../shared/api/api-error.ts';
import PodcastCard from '../../shared/cards/podcast-card.tsx';
import { leaveLists } from '../../shared/lists/leave-lists.ts';
import { usePageParams } from '../../shared/navigation/page-params.ts';
import { podcastTexts } from '../../shared/texts/podcasts.ts';
import { FailedState, NotFoundState, PageTitle, WaitingState } from '../../shared/ui/states.tsx';
import { podcastQueries } from './podcast.queries.ts';

export default function PodcastPage() {
  const navigate = useNavigate();
  const { id = '' } = usePageParams();
  const { data, error, refetch } = useQuery(podcastQueries.detail(id));

  const client = useQueryClient();
  const isGone = isNotFound(error);
  useEffect(() => {
    if (isGone) void leaveLists(client, id);
  }, [client, id, isGone]);

  if (isGone) return <NotFoundState {...podcastTexts.notFound} />;
  if (!data) {
    return (
      <>
        <PageTitle size="small">{podcastTexts.pageTitle}</PageTitle>
        {error ? <FailedState text={podcastTexts.failed} onRetry={refetch} /> : <WaitingState />}
      </>
    );
  }
  return (
    <>
      <PageTitle size="small" windowTitle={data.title}>
        {podcastTexts.pageTitle}
      </PageTitle>
      <div className="mx-3">
        <PodcastCard podcast={data} isOwnPage onGone={() => navigate('/', { replace: true })} />
      </div>
    </>
  );
}

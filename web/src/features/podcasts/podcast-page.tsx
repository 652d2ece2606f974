import { useQuery } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { ContentPage } from '../../shared/cards/content-page.tsx';
import PodcastCard from '../../shared/cards/podcast-card.tsx';
import { usePageParams } from '../../shared/navigation/page-params.ts';
import { podcastTexts } from '../../shared/texts/podcasts.ts';
import { MoreOfCreator } from './more-of-creator.tsx';
import { podcastQueries } from './podcast.queries.ts';

export default function PodcastPage() {
  const navigate = useNavigate();
  const { id = '' } = usePageParams();
  return (
    <ContentPage id={id} query={useQuery(podcastQueries.detail(id))} texts={podcastTexts}>
      {(podcast) => (
        <div className="mx-3">
          <PodcastCard podcast={podcast} isOwnPage onGone={() => navigate('/', { replace: true })} />
          <MoreOfCreator podcast={podcast} />
        </div>
      )}
    </ContentPage>
  );
}

import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useLocation, useNavigate, useNavigationType } from 'react-router';
import { ContentPage } from '../../shared/cards/content-page.tsx';
import PodcastCard from '../../shared/cards/podcast-card.tsx';
import { usePageParams } from '../../shared/navigation/page-params.ts';
import { type PlayableEpisode, soundOf, startedEpisode } from '../../shared/player/episode-sound.ts';
import { podcastQueries } from '../../shared/podcasts/podcast.queries.ts';
import { podcastTexts } from '../../shared/texts/podcasts.ts';
import { EpisodeAnswers } from './episode-answers.tsx';
import { EpisodeTranscript } from './episode-transcript.tsx';
import { MoreOfCreator } from './more-of-creator.tsx';

/** Reads the start in seconds from a link such as `#t=845` (W3C Media Fragments). */
const momentIn = (hash: string): number => Number(/^#t=(\d{1,7}(\.\d+)?)$/.exec(hash)?.[1] ?? 0);

function Moment({ podcast }: { podcast: PlayableEpisode }) {
  const { hash, key } = useLocation();
  const kind = useNavigationType();
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once per visit, not for each answer of a read.
  useEffect(() => {
    const at = momentIn(hash);
    const sound = soundOf(podcast);
    // Back and Forward do not move an episode that the user listens to.
    const isHeard = kind === 'POP' && startedEpisode.get() === sound;
    if (at > 0 && !isHeard) sound.goTo(at);
  }, [hash, key, podcast.id]);
  return null;
}

export default function PodcastPage() {
  const navigate = useNavigate();
  const { id = '' } = usePageParams();
  return (
    <ContentPage id={id} query={useQuery(podcastQueries.detail(id))} texts={podcastTexts}>
      {(podcast) => (
        <div className="mx-3">
          <PodcastCard podcast={podcast} isOwnPage onGone={() => navigate('/', { replace: true })} />
          <Moment podcast={podcast} />
          <EpisodeAnswers podcast={podcast} />
          <EpisodeTranscript podcast={podcast} />
          <MoreOfCreator podcast={podcast} />
        </div>
      )}
    </ContentPage>
  );
}

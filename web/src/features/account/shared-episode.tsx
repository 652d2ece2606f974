import { PodcastCard } from '@hearsay/contracts';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { read } from '../../shared/api/api-client.ts';
import { queryKeys } from '../../shared/api/cache.ts';
import { Waveform } from '../../shared/player/waveform.tsx';
import { accountTexts } from '../../shared/texts/account.ts';
import { clock } from '../../shared/texts/podcasts.ts';

const podcastCard = (id: string) =>
  queryOptions({
    queryKey: queryKeys.podcastCard(id),
    queryFn: ({ signal }) => read(PodcastCard, `/api/podcasts/${id}/card`, signal),
    retry: false,
  });

/** Shows the episode of a visitor's link above the sign-in. Absent while it loads, and if the episode is gone. */
export function SharedEpisode({ id }: { id: string }) {
  const { data: episode } = useQuery(podcastCard(id));
  if (!episode) return null;
  const { title, creator, duration, peaks } = episode;
  return (
    <section className="card -mt-2 mb-6" aria-label={accountTexts.episode.label}>
      <h2 dir="auto" className="words text-[1.1875rem] font-bold">
        {title}
      </h2>
      <p className="pt-0.5 text-soft">
        {duration === null
          ? accountTexts.episode.by(creator.username)
          : accountTexts.episode.byAndLength(creator.username, clock(duration))}
      </p>
      <div className="pt-3">
        <Waveform heights={peaks} played={0} />
      </div>
    </section>
  );
}

import type { AnsweredIn as Answer } from '@hearsay/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef } from 'react';
import { Link, useNavigate } from 'react-router';
import { soundOf } from '../../shared/player/episode-sound.ts';
import { PlayIcon } from '../../shared/player/play-button.tsx';
import { podcastQueries } from '../../shared/podcasts/podcast.queries.ts';
import { useUserId } from '../../shared/session/session.ts';
import { episodeTexts } from '../../shared/texts/episode-page.ts';
import { clock } from '../../shared/texts/podcasts.ts';

const texts = episodeTexts.answeredIn;

/** Episodes that answer the question. Members can play the answer here. For visitors, a link leads to the episode. */
export default function AnsweredIn({ episodes }: { episodes: readonly Answer[] }): ReactNode {
  return (
    <ul className="mx-3 mt-3 flex flex-col gap-2">
      {episodes.map((episode) => (
        <li key={episode.podcastId}>
          <Episode episode={episode} />
        </li>
      ))}
    </ul>
  );
}

function Episode({ episode: { podcastId, title, at } }: { episode: Answer }) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const isMember = useUserId() !== null;
  const page = `/podcasts/${podcastId}#t=${at}`;
  const isShown = useRef(false);
  useEffect(() => {
    isShown.current = true;
    return () => {
      isShown.current = false;
    };
  }, []);
  const play = async () => {
    const podcast = await client.fetchQuery(podcastQueries.detail(podcastId)).catch(() => null);
    if (!isShown.current) return;
    if (!podcast) return navigate(page);
    const sound = soundOf(podcast);
    sound.goTo(at);
    // The browser may forbid a playback that does not start directly at the tap.
    if (!(await sound.play()) && isShown.current) navigate(page);
  };
  return (
    <div className="card flex items-center gap-3 py-2">
      {isMember && (
        <button
          type="button"
          aria-label={texts.play(title, clock(at))}
          onClick={() => void play()}
          className="grid size-11 flex-none place-items-center rounded-control bg-air text-air-ink"
        >
          <PlayIcon size={20} />
        </button>
      )}
      <p className="flex min-w-0 flex-1 flex-wrap items-baseline gap-x-1.5 leading-snug">
        <span className="text-soft">{texts.before}</span>
        <Link to={page} dir="auto" className="words font-semibold underline underline-offset-4">
          {title}
        </Link>
        <span className="text-soft tabular-nums">{texts.at(clock(at))}</span>
      </p>
    </div>
  );
}

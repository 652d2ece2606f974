import { useEffect, useSyncExternalStore } from 'react';
import { Link } from 'react-router';
import { clock, podcastTexts } from '../texts/podcasts.ts';
import { CloseButton } from '../ui/close-button.tsx';
import { type EpisodeSound, started } from './episode-sound.ts';
import { PlayButton } from './play-button.tsx';

/** Stops the sound when it unmounts at a sign-out. */
export function PlayerHost() {
  const sound = useSyncExternalStore(started.subscribe, started.get);
  useEffect(() => () => started.get()?.stop(), []);
  return sound && <PlayerBar sound={sound} />;
}

function PlayerBar({ sound }: { sound: EpisodeSound }) {
  const state = useSyncExternalStore(sound.subscribe, sound.state);
  if (state.cards > 0) return null;
  const { id, title } = sound.podcast;
  return (
    <section
      aria-label={podcastTexts.playing}
      className="blurred-bar flex items-center gap-3 border-b border-line px-4 py-2"
    >
      <PlayButton sound={sound} state={state} className="size-11" />
      <Link to={`/podcasts/${id}`} dir="auto" className="line-clamp-2 min-w-0 flex-1 leading-tight font-semibold">
        {title}
      </Link>
      <span className="text-[0.8125rem] text-soft tabular-nums">{clock(state.seconds)}</span>
      <CloseButton label={podcastTexts.stop} className="flex-none text-soft" onClick={() => sound.stop()} />
    </section>
  );
}

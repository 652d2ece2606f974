import { useLayoutEffect, useState, useSyncExternalStore } from 'react';
import { frameTexts } from '../texts/frame.ts';
import { podcastTexts } from '../texts/podcasts.ts';
import { TextButton } from '../ui/button.tsx';
import { type PlayerProps, useReloadWhenOnline } from './audio-player.tsx';
import { soundOf } from './episode-sound.ts';
import { PlayIcon } from './play-button.tsx';
import { SkipButtons, SpeedSelect } from './player-acts.tsx';

export function VideoPlayer({ podcast, repostedBy }: PlayerProps) {
  const sound = soundOf(podcast);
  const state = useSyncExternalStore(sound.subscribe, sound.state);
  const [place, setPlace] = useState<HTMLDivElement | null>(null);
  useLayoutEffect(() => (place ? sound.addCard(place) : undefined), [sound, place]);
  useReloadWhenOnline(sound);
  return (
    <section data-episode={podcast.id} aria-label={podcastTexts.playerOf(podcast.title, repostedBy)}>
      <div className="relative aspect-video w-full overflow-hidden rounded-control bg-black">
        <div ref={setPlace} className="size-full" />
        {state.place !== place && (
          <button
            type="button"
            aria-label={podcastTexts.playHere}
            onClick={() => sound.playAtCard(place)}
            className="absolute inset-0 grid place-items-center rounded-control text-white"
          >
            <PlayIcon size={48} />
          </button>
        )}
      </div>
      <div className="flex min-h-11 flex-wrap items-center gap-x-3 pt-1 text-[0.8125rem] text-soft">
        <div role="status" className="flex flex-wrap items-center gap-x-3">
          {state.hasFailed && (
            <>
              <span>{podcastTexts.videoFailed}</span>
              <TextButton onClick={sound.loadAgain}>{frameTexts.tryAgain}</TextButton>
            </>
          )}
        </div>
        <span className="-mr-3 ml-auto flex items-center">
          <SkipButtons sound={sound} state={state} />
          <SpeedSelect sound={sound} state={state} className="" />
        </span>
      </div>
    </section>
  );
}

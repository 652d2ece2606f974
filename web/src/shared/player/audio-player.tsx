import { useEffect, useSyncExternalStore } from 'react';
import { contentTexts } from '../texts/content.ts';
import { frameTexts } from '../texts/frame.ts';
import { clock, podcastTexts } from '../texts/podcasts.ts';
import { TextButton } from '../ui/button.tsx';
import { type EpisodeSound, type PlayableEpisode, soundOf } from './episode-sound.ts';
import { PlayButton } from './play-button.tsx';
import { SkipButtons, SpeedSelect } from './player-acts.tsx';
import { PositionSlider } from './position-slider.tsx';
import { Waveform } from './waveform.tsx';

export interface PlayerProps {
  readonly podcast: PlayableEpisode;
  /** Username of the reposter. It distinguishes players when an episode and its reposts are on one page. */
  readonly repostedBy?: string;
}

/** Loads a failed file again when the network returns. */
export function useReloadWhenOnline(sound: EpisodeSound): void {
  useEffect(() => {
    window.addEventListener('online', sound.loadAgain);
    return () => window.removeEventListener('online', sound.loadAgain);
  }, [sound]);
}

export function AudioPlayer({ podcast, repostedBy }: PlayerProps) {
  const sound = soundOf(podcast);
  const state = useSyncExternalStore(sound.subscribe, sound.state);
  useEffect(() => sound.addCard(null), [sound]);
  useReloadWhenOnline(sound);
  const { seconds, duration, hasFailed } = state;
  return (
    <section data-episode={podcast.id} aria-label={podcastTexts.playerOf(podcast.title, repostedBy)}>
      <div className="flex items-center gap-3">
        <PlayButton sound={sound} state={state} className="size-12" />
        <PositionSlider sound={sound} state={state} className="flex-1">
          <Waveform heights={podcast.waveform} played={duration > 0 ? seconds / duration : 0} />
        </PositionSlider>
      </div>
      <div className="flex min-h-11 flex-wrap items-center gap-x-3 pt-1 text-[0.8125rem] text-soft">
        <span className="tabular-nums">
          <span role="status">{hasFailed && podcastTexts.soundFailed}</span>
          {!hasFailed && <span>{podcastTexts.timeOf(clock(seconds), clock(duration))}</span>}
        </span>
        {hasFailed && <TextButton onClick={sound.loadAgain}>{frameTexts.tryAgain}</TextButton>}
        {podcast.playCount > 0 && <span>{contentTexts.plays(podcast.playCount)}</span>}
        <span className="-mr-3 ml-auto flex items-center">
          <SkipButtons sound={sound} state={state} />
          <SpeedSelect sound={sound} state={state} className="" />
        </span>
      </div>
    </section>
  );
}

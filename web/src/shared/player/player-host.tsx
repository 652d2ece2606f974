import clsx from 'clsx';
import { type RefObject, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { Link } from 'react-router';
import { frameTexts } from '../texts/frame.ts';
import { clock, podcastTexts } from '../texts/podcasts.ts';
import { TextButton } from '../ui/button.tsx';
import { CloseButton } from '../ui/close-button.tsx';
import { observeVisibility } from '../ui/observe-visibility.ts';
import { useReloadWhenOnline } from './audio-player.tsx';
import { type EpisodeSound, setMiniPlayerStage, startedEpisode } from './episode-sound.ts';
import { PlayButton } from './play-button.tsx';
import { SkipButtons, SpeedSelect } from './player-acts.tsx';
import { PositionSlider } from './position-slider.tsx';

/**
 * The mini player: shows the started episode while its cards are off the screen. Stops the sound when it unmounts at a
 * sign-out.
 */
export default function PlayerHost() {
  const sound = useSyncExternalStore(startedEpisode.subscribe, startedEpisode.get);
  useEffect(() => () => startedEpisode.get()?.stop(), []);
  return sound && <PlayerBar sound={sound} />;
}

/** Sets `--player` to the bar's height, by which other bars and the page's end make room. */
function useHeightProperty(bar: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    if (!bar.current || typeof ResizeObserver === 'undefined') return;
    const { style } = document.documentElement;
    const observer = new ResizeObserver(([entry]) =>
      style.setProperty('--player', `${Math.ceil(entry?.borderBoxSize[0]?.blockSize ?? 0)}px`),
    );
    observer.observe(bar.current);
    return () => {
      observer.disconnect();
      style.removeProperty('--player');
    };
  }, [bar]);
}

/** True if one of the episode's mounted cards is on the screen. */
function useIsCardVisible(id: string, cards: readonly unknown[]): boolean {
  const [isInSight, setInSight] = useState(cards.length > 0);
  useEffect(() => {
    const players = cards.length > 0 ? [...document.querySelectorAll(`[data-episode="${CSS.escape(id)}"]`)] : [];
    const inSight = new Set<Element>();
    if (players.length === 0) setInSight(false);
    const ends = players.map((player) =>
      observeVisibility(player, (isInside) => {
        if (isInside) inSight.add(player);
        else inSight.delete(player);
        setInSight(inSight.size > 0);
      }),
    );
    return () => {
      for (const end of ends) end();
    };
  }, [id, cards]);
  return isInSight;
}

function PlayerBar({ sound }: { sound: EpisodeSound }) {
  const state = useSyncExternalStore(sound.subscribe, sound.state);
  const bar = useRef<HTMLElement>(null);
  useHeightProperty(bar);
  useReloadWhenOnline(sound);
  const { podcast } = sound;
  const { seconds, duration, cards, hasFailed } = state;
  const isShown = !useIsCardVisible(podcast.id, cards);
  return (
    // The hidden bar keeps the stage, so that a video moves to it in one step when its card disappears.
    <section
      ref={bar}
      hidden={!isShown}
      aria-label={podcastTexts.playing}
      className="player-bar blurred-bar fixed inset-x-0 bottom-(--nav) z-20 mx-auto max-w-(--phone) border-t border-line px-2 pb-1 low:static"
    >
      {isShown && (
        <PositionSlider sound={sound} state={state} className="mx-1 h-6">
          <progress
            aria-hidden="true"
            max={duration || 1}
            value={Math.min(seconds, duration || 1)}
            className="absolute inset-x-0 top-1/2 h-1 w-full -translate-y-1/2"
          />
        </PositionSlider>
      )}
      <div className="flex flex-wrap items-center gap-x-1">
        <div
          ref={setMiniPlayerStage}
          className={clsx(
            podcast.mediaType === 'video' && cards.length === 0 && 'aspect-video h-11 overflow-hidden rounded-control',
          )}
        />
        {isShown && (
          <>
            <PlayButton sound={sound} state={state} className="size-11" />
            <div className="min-w-0 flex-[1_1_3.5rem] pl-1">
              <Link to={`/podcasts/${podcast.id}`} dir="auto" className="words block truncate leading-6 font-semibold">
                {podcast.title}
              </Link>
              <span className="block truncate text-[0.8125rem] leading-4 text-soft tabular-nums">
                <span role="status">{hasFailed && podcastTexts.soundFailed}</span>
                {!hasFailed && <span>{clock(seconds)}</span>}
              </span>
            </div>
            <div className="ml-auto flex items-center">
              {hasFailed ? (
                <TextButton onClick={sound.loadAgain}>{frameTexts.tryAgain}</TextButton>
              ) : (
                <>
                  <SkipButtons sound={sound} state={state} />
                  <SpeedSelect sound={sound} state={state} className="-mx-1.5" />
                </>
              )}
              <CloseButton label={podcastTexts.stop} className="flex-none text-soft" onClick={() => sound.stop()} />
            </div>
          </>
        )}
      </div>
    </section>
  );
}

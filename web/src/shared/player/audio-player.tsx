import { type KeyboardEvent, useEffect, useSyncExternalStore } from 'react';
import { contentTexts } from '../texts/content.ts';
import { frameTexts } from '../texts/frame.ts';
import { podcastTexts } from '../texts/podcasts.ts';
import { Select } from '../ui/select.tsx';
import { clock } from './clock.ts';
import { soundOf, speeds } from './episode-sound.ts';
import { PlayButton } from './play-button.tsx';
import type { PlayerProps } from './player-props.ts';
import { useDrag } from './use-drag.ts';
import { Waveform } from './waveform.tsx';

/** Seconds that an arrow key moves. */
const KEY_STEP = 5;
const PAGE_STEP = 30;

/** Play and pause, where one is on the waveform, and how fast. */
export function AudioPlayer({ podcast, repostedBy }: PlayerProps) {
  const sound = soundOf(podcast);
  const state = useSyncExternalStore(sound.subscribe, sound.state);
  useEffect(() => sound.show(), [sound]);
  useEffect(() => {
    window.addEventListener('online', sound.loadAgain);
    return () => window.removeEventListener('online', sound.loadAgain);
  }, [sound]);
  const { seconds, duration, speed, isPlayable, hasFailed } = state;

  const drag = useDrag((share) => sound.seek(share * duration));

  const onKeyDown = (event: KeyboardEvent) => {
    const moves: Record<string, number> = {
      ArrowRight: seconds + KEY_STEP,
      ArrowUp: seconds + KEY_STEP,
      ArrowLeft: seconds - KEY_STEP,
      ArrowDown: seconds - KEY_STEP,
      PageUp: seconds + PAGE_STEP,
      PageDown: seconds - PAGE_STEP,
      Home: 0,
      End: duration,
    };
    const to = moves[event.key];
    if (to === undefined && event.key !== ' ') return;
    event.preventDefault();
    if (to === undefined) sound.toggle();
    else sound.seek(to);
  };

  return (
    <section aria-label={podcastTexts.playerOf(podcast.title, repostedBy)}>
      <div className="flex items-center gap-3">
        <PlayButton sound={sound} state={state} className="size-12" />
        <div className="relative min-w-0 flex-1 rounded-control has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-air">
          <Waveform heights={podcast.waveform} played={duration > 0 ? seconds / duration : 0} />
          <input
            type="range"
            min={0}
            max={duration || 1}
            step="any"
            value={Math.min(seconds, duration || 1)}
            disabled={!isPlayable || duration === 0}
            aria-label={podcastTexts.position}
            aria-valuetext={podcastTexts.positionOf(clock(seconds), clock(duration))}
            onChange={(event) => !drag.isOn() && sound.seek(Number(event.target.value))}
            {...drag.handlers}
            onKeyDown={onKeyDown}
            className="absolute inset-0 m-0 h-full w-full touch-pan-y cursor-pointer opacity-0 disabled:cursor-default"
          />
        </div>
      </div>
      <div className="flex min-h-11 flex-wrap items-center gap-x-3 pt-1 text-[0.8125rem] text-soft">
        <span className="tabular-nums">
          {hasFailed ? podcastTexts.soundFailed : podcastTexts.timeOf(clock(seconds), clock(duration))}
        </span>
        {hasFailed && (
          <button
            type="button"
            onClick={sound.loadAgain}
            className="min-h-11 font-semibold text-text underline underline-offset-4"
          >
            {frameTexts.tryAgain}
          </button>
        )}
        {podcast.playCount > 0 && <span>{contentTexts.plays(podcast.playCount)}</span>}
        <Select
          aria-label={podcastTexts.speed}
          value={speed}
          onChange={(event) => sound.setSpeed(Number(event.target.value))}
          frameClassName="-mr-3 ml-auto"
          className="min-h-11 rounded-control bg-transparent pr-8 pl-2 text-right font-semibold text-soft"
          arrowSize={16}
        >
          {speeds.map((one) => (
            <option key={one} value={one} className="bg-surface text-text">
              {podcastTexts.speedOf(one)}
            </option>
          ))}
        </Select>
      </div>
    </section>
  );
}

import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useSyncExternalStore } from 'react';
import { contentTexts } from '../texts/content.ts';
import { frameTexts } from '../texts/frame.ts';
import { clock, podcastTexts } from '../texts/podcasts.ts';
import { TextButton } from '../ui/button.tsx';
import { Select } from '../ui/select.tsx';
import { type PlayedEpisode, soundOf, speeds } from './episode-sound.ts';
import { PlayButton } from './play-button.tsx';
import { Waveform } from './waveform.tsx';

export interface PlayerProps {
  readonly podcast: PlayedEpisode;
  /** Username of the reposter. It tells players apart when an episode and its reposts are on one page. */
  readonly repostedBy?: string;
}

/** Pixels. A shorter movement may still become a scroll. */
const BEGINS_PX = 4;

/** Follows a finger anywhere on a range, because iPhones drag it only by its thumb. Browsers handle a mouse. */
function useDrag(onShare: (share: number) => void) {
  const from = useRef<number | null>(null);
  const follow = ({ clientX, currentTarget }: PointerEvent) => {
    const { left, width } = currentTarget.getBoundingClientRect();
    onShare(Math.min(1, Math.max(0, (clientX - left) / width)));
  };
  const end = () => {
    from.current = null;
  };
  return {
    isOn: () => from.current !== null,
    handlers: {
      onPointerDown: ({ pointerType, isPrimary, clientX, currentTarget }: PointerEvent<HTMLInputElement>) => {
        from.current = pointerType !== 'mouse' && isPrimary && !currentTarget.disabled ? clientX : null;
      },
      onPointerMove: (event: PointerEvent) => {
        if (from.current === null || Math.abs(event.clientX - from.current) < BEGINS_PX) return;
        from.current = Number.NEGATIVE_INFINITY;
        follow(event);
      },
      onPointerUp: (event: PointerEvent) => {
        if (from.current !== null) follow(event);
        end();
      },
      onPointerCancel: end,
    },
  };
}

/** Seconds per arrow key. */
const KEY_STEP = 5;
const PAGE_STEP = 30;

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
        {hasFailed && <TextButton onClick={sound.loadAgain}>{frameTexts.tryAgain}</TextButton>}
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

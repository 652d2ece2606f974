import clsx from 'clsx';
import { type KeyboardEvent, type PointerEvent, useRef } from 'react';
import { clock, podcastTexts } from '../texts/podcasts.ts';
import type { Elements } from '../ui/elements.ts';
import type { EpisodeSound, SoundState } from './episode-sound.ts';

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

interface PositionSliderProps {
  readonly sound: EpisodeSound;
  readonly state: SoundState;
  readonly className: string;
  /** Elements that are drawn below the invisible range. */
  readonly children: Elements;
}

export function PositionSlider({ sound, state, className, children }: PositionSliderProps) {
  const { seconds, duration, isPlayable } = state;
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
    <div
      className={clsx(
        'relative min-w-0 rounded-control has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-air',
        className,
      )}
    >
      {children}
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
  );
}

import clsx from 'clsx';
import { type RefObject, use, useEffect, useRef } from 'react';
import { soundTexts } from '../texts/content.ts';
import { SoundBars } from '../ui/bars.tsx';
import { ContentNameContext } from '../ui/content-name.ts';
import { RollingCount } from '../ui/rolling-count.tsx';
import type { BoostControl } from './use-boost-control.ts';

interface BoostButtonProps {
  readonly control: BoostControl;
  readonly look?: 'card' | 'small' | 'pill';
  readonly isTabStop?: boolean;
  /** True while a reveal runs above the button. The XP then appear later. */
  readonly isOpening?: boolean;
  /** Accessible name of the content, if no card around the button gives it. */
  readonly label?: string;
}

const looks = {
  card: 'min-h-11 min-w-11 gap-2 rounded-control px-3 text-[0.906rem]',
  small: 'min-h-11 min-w-11 gap-1.5 rounded-control px-2.5 text-[0.8125rem]',
  pill: 'min-h-7 gap-1 rounded-pill border border-line px-2 text-[0.78rem]',
};

export function BoostButton(props: BoostButtonProps) {
  const { control, look = 'card', isTabStop = true, isOpening = false, label = soundTexts.boost } = props;
  const { isBoosted, boostCount, act, playMs, earned, hasOpened, isRefused, isKnown, toggle } = control;
  const button = useRef<HTMLSpanElement>(null);
  useRisingXp(button, earned, { isHeld: isOpening, isLow: hasOpened });
  return (
    <span
      ref={button}
      data-on={isBoosted || undefined}
      data-act={act}
      data-known={isKnown || undefined}
      style={{ '--boost-ms': `${playMs}ms` }}
      className={clsx(
        'boost relative inline-flex items-center font-semibold transition-colors duration-200',
        looks[look],
        isBoosted
          ? 'bg-air-tint text-air'
          : look === 'pill'
            ? 'bg-surface text-soft'
            : isRefused
              ? 'text-faint'
              : 'text-soft',
      )}
    >
      <SoundBars size={look === 'card' ? 21 : look === 'small' ? 17 : 14} />
      <RollingCount value={boostCount} />
      {/* The button covers the whole pill. The count is outside, so that the button's name is only `Boost`. */}
      <button
        type="button"
        aria-label={label}
        aria-describedby={use(ContentNameContext)}
        aria-pressed={isBoosted}
        disabled={isRefused}
        tabIndex={isTabStop ? undefined : -1}
        onClick={toggle}
        className={clsx('absolute rounded-[inherit]', look === 'pill' ? '-inset-2' : 'inset-0')}
      />
      <span className="sr-only">{soundTexts.boosts(boostCount)}</span>
    </span>
  );
}

/** Shows the XP animation for each new `earned`. */
export function useRisingXp(
  from: RefObject<HTMLElement | null>,
  earned: BoostControl['earned'],
  { isHeld, isLow }: { readonly isHeld: boolean; readonly isLow: boolean },
): void {
  const shown = useRef(earned);
  useEffect(() => {
    if (isHeld) return;
    const isNew = earned !== shown.current;
    shown.current = earned;
    if (!isNew || !earned) return;
    import('../earnings/rise.ts').then(
      ({ animateRisingXp }) => from.current && animateRisingXp(from.current, earned.xp, isLow),
      // Ignores code that fails to load, because the animation is only decoration.
      () => undefined,
    );
  }, [earned, from, isHeld, isLow]);
}

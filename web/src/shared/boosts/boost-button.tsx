import clsx from 'clsx';
import { soundTexts } from '../texts/sound.ts';
import { Bars } from '../ui/bars.tsx';
import { RollingCount } from '../ui/rolling-count.tsx';
import type { BoostControl } from './use-boost-control.ts';

interface BoostButtonProps {
  readonly control: BoostControl;
  readonly isSmall?: boolean;
}

/** Turns a thing up by one: the bars of sound and the count. */
export function BoostButton({ control, isSmall = false }: BoostButtonProps) {
  const { isBoosted, boostCount, act, toggle } = control;
  return (
    <span
      data-on={isBoosted || undefined}
      data-act={act}
      className={clsx(
        'boost relative inline-flex min-h-11 min-w-11 items-center rounded-control font-semibold transition-colors duration-200',
        isSmall ? 'gap-1.5 px-2.5 text-[13px]' : 'gap-2 px-3 text-[14.5px]',
        isBoosted ? 'bg-air-tint text-air' : 'text-soft',
      )}
    >
      <Bars size={isSmall ? 17 : 21} />
      <RollingCount value={boostCount} />
      {/* Over the whole pill, but without the count in it: the button is called Boost and nothing else. */}
      <button
        type="button"
        aria-label={soundTexts.boost}
        aria-pressed={isBoosted}
        onClick={toggle}
        className="absolute inset-0 rounded-control"
      />
      <span className="sr-only">{soundTexts.boosts(boostCount)}</span>
    </span>
  );
}

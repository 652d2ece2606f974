import clsx from 'clsx';
import { use, useRef } from 'react';
import { useRisingXp } from '../../shared/boosts/boost-button.tsx';
import type { BoostControl } from '../../shared/boosts/use-boost-control.ts';
import { firstAccountTexts } from '../../shared/texts/first-account.ts';
import { SoundBars } from '../../shared/ui/bars.tsx';
import { ContentNameContext } from '../../shared/ui/content-name.ts';

const texts = firstAccountTexts.turnUp;

interface TurnUpButtonProps {
  readonly control: BoostControl;
  readonly isOpening: boolean;
  readonly isQuiet?: boolean;
}

/** Stays focusable after the boost, so that the keyboard keeps its place. */
export function TurnUpButton({ control, isOpening, isQuiet = false }: TurnUpButtonProps) {
  const { isBoosted, act, playMs, earned, hasOpened, toggle } = control;
  const button = useRef<HTMLButtonElement>(null);
  useRisingXp(button, earned, { isHeld: isOpening, isLow: hasOpened });
  return (
    <button
      ref={button}
      type="button"
      aria-disabled={isBoosted || undefined}
      aria-describedby={use(ContentNameContext)}
      data-on={isBoosted || undefined}
      data-act={act}
      style={{ '--boost-ms': `${playMs}ms` }}
      onClick={toggle}
      className={clsx(
        'boost relative inline-flex min-h-12 items-center justify-center gap-2 rounded-control border px-5 py-1.5 font-semibold transition-colors duration-200',
        isBoosted
          ? 'cursor-default border-line bg-air-tint text-air'
          : isQuiet
            ? 'border-line bg-surface text-text'
            : 'border-transparent bg-air text-air-ink',
      )}
    >
      <SoundBars size={20} />
      <span>{isBoosted ? texts.isOn : texts.verb}</span>
    </button>
  );
}

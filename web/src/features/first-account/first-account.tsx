import { levelByNumber, lowestLevel } from '@hearsay/game-rules';
import { useRef } from 'react';
import { firstAccountTexts as texts } from '../../shared/texts/first-account.ts';
import { CloseButton } from '../../shared/ui/close-button.tsx';
import { NextLevelBar } from '../../shared/ui/level-bar.tsx';
import { FirstStepList } from './steps.tsx';
import { useCountedXp } from './use-counted-xp.ts';
import { useFirstSteps } from './use-first-steps.ts';

interface FirstAccountProps {
  readonly userId: string;
  readonly onClose: () => void;
}

const wanted = levelByNumber(lowestLevel + 1).xp;

/** Leads a new account to the second level. The card is absent if its state could not be read. */
export default function FirstAccount({ userId, onClose }: FirstAccountProps) {
  const { xp, expectXp } = useCountedXp(userId);
  const steps = useLastDefined(useFirstSteps(userId));
  if (steps === undefined) return <div className="card mx-3 mb-4 min-h-96" aria-busy="true" />;
  if (steps === null) return null;
  return (
    <section aria-labelledby="first-steps" className="card mx-3 mb-4 p-0!">
      <div className="flex items-center justify-between gap-2 pt-1.5 pr-1 pl-4">
        <h2 id="first-steps" className="text-[1.1875rem] font-bold">
          {texts.title}
        </h2>
        <CloseButton label={texts.close} onClick={onClose} className="flex-none text-soft" />
      </div>
      <div className="px-4 pb-3">
        <p role="status" className="pb-2 font-display text-lg leading-none font-bold text-amber">
          <span>{texts.xp(Math.min(xp, wanted), wanted)}</span>
          <span className="sr-only">{texts.unit}</span>
        </p>
        <NextLevelBar xp={xp} />
      </div>
      <FirstStepList steps={steps} userId={userId} onAnswered={expectXp} />
    </section>
  );
}

/** Keeps the last value while a later read has none, so that the card does not close during use. */
function useLastDefined<T>(value: T): T {
  const latest = useRef(value);
  latest.current = value ?? latest.current ?? value;
  return latest.current;
}

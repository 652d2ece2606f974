import { fullBarXp, levelProgress } from '@hearsay/game-rules';
import { figures } from '../texts/language.ts';
import { xpTexts } from '../texts/xp.ts';

const BARS = 36;

interface BarProps {
  readonly label: string;
  readonly value: number;
  readonly of: number;
  /** Pixels. */
  readonly height: number;
}

function WayBar({ label, value, of: whole, height }: BarProps) {
  const lit = value > 0 ? Math.max(1, Math.round(Math.min(1, value / whole) * BARS)) : 0;
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={whole}
      aria-valuenow={Math.min(value, whole)}
      className="flex items-end gap-[3px]"
      style={{ height }}
    >
      {Array.from({ length: BARS }, (_, bar) => (
        <i
          // biome-ignore lint/suspicious/noArrayIndexKey: bars never move.
          key={bar}
          data-lit={bar < lit || undefined}
          className={`flex-1 rounded-[3px] ${bar < lit ? 'bg-amber-lit' : 'bg-line'}`}
          style={{ height: `${30 + 70 * ((bar + 1) / BARS) ** 1.4}%` }}
        />
      ))}
    </div>
  );
}

/** Progress to 30,000 XP, and the XP missing for the next level. */
export function LevelBar({ xp }: { xp: number }) {
  const { nextLevel, xpToNext } = levelProgress(xp);
  return (
    <>
      <WayBar label={xpTexts.toTop} value={xp} of={fullBarXp} height={24} />
      <p className="mt-2 flex flex-wrap justify-between gap-x-3 text-sm text-soft">
        <span>{nextLevel === null ? xpTexts.maxLevel : xpTexts.toNext(xpToNext)}</span>
        <span>{`${figures(xp)} / ${figures(fullBarXp)}`}</span>
      </p>
    </>
  );
}

/** Progress to the next level. Full at the highest level. */
export function NextLevelBar({ xp }: { xp: number }) {
  const { towardsNext } = levelProgress(xp);
  return <WayBar label={xpTexts.toNextBar} value={Math.round(towardsNext * 100)} of={100} height={14} />;
}

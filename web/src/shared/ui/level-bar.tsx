import { fullBarXp, levelByNumber, levelProgress } from '@hearsay/game-rules';
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

/** Progress to the next level, with the missing XP. Full at the highest level. */
export function NextLevelBar({ xp }: { xp: number }) {
  const { nextLevel, xpToNext, towardsNext } = levelProgress(xp);
  return (
    <>
      <WayBar label={xpTexts.toNextBar} value={Math.round(towardsNext * 100)} of={100} height={24} />
      <p className="mt-2 flex flex-wrap justify-between gap-x-3 text-sm text-soft">
        <span>{nextLevel === null ? xpTexts.maxLevel : xpTexts.toNext(xpToNext)}</span>
        {nextLevel !== null && <span>{xpTexts.nextLevel(nextLevel, levelByNumber(nextLevel).title)}</span>}
      </p>
    </>
  );
}

const ofTop = (xp: number) => `${figures(xp)} / ${figures(fullBarXp)}`;

/** Progress to 30,000 XP. */
export function TopLevelBar({ xp }: { xp: number }) {
  return (
    <>
      <WayBar label={xpTexts.toTop} value={xp} of={fullBarXp} height={14} />
      <p className="mt-2 text-right text-sm text-soft">{ofTop(xp)}</p>
    </>
  );
}

/** Progress to 30,000 XP as a thin line, for places that show the next level above it. */
export function TopLevelHairline({ xp }: { xp: number }) {
  return (
    <div className="mt-2 flex items-center gap-3 text-xs text-faint">
      <div
        role="progressbar"
        aria-label={xpTexts.toTop}
        aria-valuemin={0}
        aria-valuemax={fullBarXp}
        aria-valuenow={Math.min(xp, fullBarXp)}
        className="h-0.5 flex-1 overflow-hidden rounded-pill bg-line"
      >
        <i className="block h-full bg-amber-lit" style={{ width: `${Math.min(100, (xp / fullBarXp) * 100)}%` }} />
      </div>
      <span>{ofTop(xp)}</span>
    </div>
  );
}

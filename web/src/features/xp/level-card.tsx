import type { OwnUser } from '@hearsay/contracts';
import { fullBarXp, levelProgress, levelRow } from '@hearsay/game-rules';
import { figures } from '../../shared/texts/language.ts';
import { xpTexts } from '../../shared/texts/xp.ts';
import { Avatar } from '../../shared/ui/avatar.tsx';

const BARS = 36;

/** Where one stands: the number, the ring, and the way to the top as a line of bars. */
export function LevelCard({ user }: { user: OwnUser }) {
  const { level, nextLevel, xpToNext, ofFullBar } = levelProgress(user.xp);
  const row = levelRow(level);
  const lit = user.xp > 0 ? Math.max(1, Math.round(ofFullBar * BARS)) : 0;
  return (
    <section aria-label={xpTexts.currentLevel} className="card mx-3 overflow-hidden">
      <div className="flex items-center gap-5">
        <Avatar user={{ ...user, profileBorder: row.border }} size={84} />
        <div>
          <p className="text-sm font-medium text-soft">{row.title}</p>
          <p className="font-display text-[40px] leading-none font-extrabold tracking-tight [font-stretch:84%]">{xpTexts.level(level)}</p>
          <p className="mt-1 font-display text-lg font-bold text-amber">{xpTexts.xp(user.xp)}</p>
        </div>
      </div>
      <div
        role="progressbar"
        aria-label={xpTexts.toTop}
        aria-valuemin={0}
        aria-valuemax={fullBarXp}
        aria-valuenow={Math.min(user.xp, fullBarXp)}
        className="mt-5 flex h-6 items-end gap-[3px]"
      >
        {Array.from({ length: BARS }, (_, bar) => (
          <i
            // biome-ignore lint/suspicious/noArrayIndexKey: a bar is its place.
            key={bar}
            className={`flex-1 rounded-[3px] ${bar < lit ? 'bg-amber-lit' : 'bg-raised'}`}
            style={{ height: `${30 + 70 * ((bar + 1) / BARS) ** 1.4}%` }}
          />
        ))}
      </div>
      <p className="mt-2 flex justify-between gap-3 text-sm text-soft">
        <span>{nextLevel === null ? xpTexts.maxLevel : xpTexts.toNext(xpToNext)}</span>
        <span>
          {figures(user.xp)} / {figures(fullBarXp)}
        </span>
      </p>
    </section>
  );
}

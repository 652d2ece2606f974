import type { OwnUser } from '@hearsay/contracts';
import { levelProgress, levelRow } from '@hearsay/game-rules';
import { frameTexts } from '../../shared/texts/frame.ts';
import { xpTexts } from '../../shared/texts/xp.ts';
import { Avatar } from '../../shared/ui/avatar.tsx';
import { LevelBar, NextLevelBar } from '../../shared/ui/level-bar.tsx';

/** Where one stands: the number, the ring, the way to the next level, and the whole way. */
export function LevelCard({ user }: { user: OwnUser }) {
  const { level, nextLevel } = levelProgress(user.xp);
  const row = levelRow(level);
  return (
    <section aria-label={xpTexts.currentLevel} className="card mx-3">
      <div className="aura-room flex flex-wrap items-center gap-5">
        <Avatar user={{ ...user, level, profileBorder: row.border }} size={84} />
        <div>
          <p className="text-sm font-medium text-soft">{row.title}</p>
          <p className="font-display text-[2.5rem] leading-none font-extrabold tracking-tight [font-stretch:84%]">
            {frameTexts.level(level)}
          </p>
          <p className="mt-1 font-display text-lg font-bold text-amber">{xpTexts.xp(user.xp)}</p>
        </div>
      </div>
      {nextLevel !== null && (
        <div className="mt-5">
          <NextLevelBar xp={user.xp} />
          <p className="mt-2 text-sm text-soft">{xpTexts.nextLevel(nextLevel, levelRow(nextLevel).title)}</p>
        </div>
      )}
      <div className="mt-5">
        <LevelBar xp={user.xp} />
      </div>
    </section>
  );
}

import { highestLevel, levels } from '@hearsay/game-rules';
import clsx from 'clsx';
import { xpTexts } from '../../shared/texts/xp.ts';
import { CheckIcon } from '../../shared/ui/icons.tsx';

/** All ten levels, what each takes and what it looks like. */
export function LevelList({ level: current }: { level: number }) {
  return (
    <section className="px-3 pt-8">
      <h2 className="px-1 pb-3 text-[1.375rem] font-bold">{xpTexts.progression}</h2>
      <ol className="card flex flex-col p-0!">
        {levels.map(({ level, xp, border, title, description }) => (
          <li
            key={level}
            aria-current={level === current || undefined}
            className={clsx(
              'flex flex-wrap items-center justify-end gap-x-3 gap-y-1 border-line px-4 py-3 not-first:border-t first:rounded-t-card last:rounded-b-card',
              level === current && 'bg-amber-tint',
            )}
          >
            <span className={border ? 'level-ring' : 'flex-none p-[5px]'} data-level-badge={border}>
              <span className="grid size-9 place-items-center rounded-pill bg-raised font-display font-bold">
                {level}
              </span>
            </span>
            <span className="min-w-0 flex-[1_1_5.5rem]">
              <span className="flex flex-wrap items-baseline gap-x-2 font-semibold">
                <span>{title}</span>
                {level === highestLevel && (
                  <span className="font-display text-[0.71875rem] font-bold whitespace-nowrap text-amber">
                    {xpTexts.maxLevel}
                  </span>
                )}
              </span>
              <span className="block text-[0.84375rem] text-soft">{description}</span>
            </span>
            <span className="flex flex-none flex-col items-end text-right text-sm text-soft">
              <span className="font-display font-bold whitespace-nowrap">{xpTexts.xp(xp)}</span>
              {level <= current && (
                <span className="inline-flex items-center gap-1 text-[0.8125rem] text-amber">
                  <CheckIcon size={15} />
                  <span>{level === current ? xpTexts.youAreHere : xpTexts.reached}</span>
                </span>
              )}
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}

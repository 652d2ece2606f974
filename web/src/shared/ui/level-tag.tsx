import type { UserCard } from '@hearsay/contracts';
import { frameTexts } from '../texts/frame.ts';

interface LevelTagProps extends Pick<UserCard, 'badge' | 'level'> {
  /** Shows level 1, which has no badge, as plain text. For lists in which every author shows a level. */
  readonly namesFirstLevel?: boolean;
}

export function LevelTag({ badge, level, namesFirstLevel = false }: LevelTagProps) {
  if (!badge)
    return namesFirstLevel ? (
      <span className="text-[0.8125rem] whitespace-nowrap text-faint">{frameTexts.level(level)}</span>
    ) : null;
  return (
    <span className="rounded-tag bg-amber-tint px-1.5 py-0.5 font-display text-[0.71875rem] leading-none font-bold tracking-normal whitespace-nowrap text-amber capitalize [font-stretch:100%]">
      {`${badge} ${level}`}
    </span>
  );
}

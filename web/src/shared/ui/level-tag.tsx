import type { UserCard } from '@hearsay/contracts';

/** The earned level behind a name, such as 'Veteran 4'. Level 1 has no badge, so it has no tag. */
export function LevelTag({ badge, level }: Pick<UserCard, 'badge' | 'level'>) {
  if (!badge) return null;
  return (
    <span className="rounded-tag bg-amber-tint px-1.5 py-0.5 font-display text-[11.5px] leading-none font-bold whitespace-nowrap text-amber capitalize">
      {badge} {level}
    </span>
  );
}

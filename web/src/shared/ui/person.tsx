import type { UserCard } from '@hearsay/contracts';
import { type Ring, type RingOwner, shownRing } from '@hearsay/game-rules';
import { Fragment, useEffect, useRef, useState } from 'react';
import { gradientDiscStyle } from '../people/gradients.ts';
import { frameTexts } from '../texts/frame.ts';
import type { Elements } from './elements.ts';
import { observeVisibility } from './observe-visibility.ts';

type Face = Pick<UserCard, 'id' | 'username' | 'profileImage'> & Partial<Pick<UserCard, 'gradientColors'> & RingOwner>;

interface AvatarProps {
  readonly user: Face | null;
  /** Diameter in pixels, without the ring. */
  readonly size?: number;
  readonly ring?: Ring | null;
}

/** From this size on, the ring is broader and glows. */
const LARGE = 60;

/** Shows the picture, or the initial on the person's gradient. A null user is anonymous and gets a striped disc. */
export function Avatar({ user, size = 40, ring }: AvatarProps) {
  const box = { width: size, height: size, fontSize: size * 0.42 };
  const [broken, setBroken] = useState<string | null>(null);
  if (!user) {
    return (
      <span
        aria-hidden="true"
        className="grid flex-none place-items-center rounded-pill bg-[repeating-linear-gradient(115deg,var(--raised)_0_5px,var(--line)_5px_9px)] font-display font-bold text-soft"
        style={box}
      >
        ?
      </span>
    );
  }
  const disc =
    user.profileImage && user.profileImage !== broken ? (
      <img
        src={user.profileImage}
        alt=""
        width={size}
        height={size}
        loading="lazy"
        decoding="async"
        referrerPolicy="no-referrer"
        onError={() => setBroken(user.profileImage)}
        className="block rounded-pill bg-raised object-cover"
        style={box}
      />
    ) : (
      <span
        className="grid place-items-center rounded-pill font-display font-bold"
        style={{ ...box, ...gradientDiscStyle(user.id, user.gradientColors) }}
      >
        {[...user.username][0]?.toUpperCase()}
      </span>
    );
  return (
    <RingFrame ring={ring === undefined ? ringOf(user) : ring} isLarge={size > LARGE}>
      {disc}
    </RingFrame>
  );
}

/** Null for a stored user, which lacks the fields that choose a ring. */
function ringOf(user: Face): Ring | null {
  const { level, isAmbassador, isSpotlight, profileAura, profileBorder, hideAmbassadorTitle } = user;
  if (level === undefined || profileAura === undefined || profileBorder === undefined) return null;
  return shownRing({
    level,
    profileAura,
    profileBorder,
    isAmbassador: isAmbassador ?? false,
    isSpotlight: isSpotlight ?? false,
    hideAmbassadorTitle: hideAmbassadorTitle ?? false,
  });
}

function RingFrame({ ring, isLarge, children }: { ring: Ring | null; isLarge: boolean; children: Elements }) {
  const element = useRef<HTMLSpanElement>(null);
  const isAura = ring?.kind === 'aura' && ring.name !== 'none';
  const isMoving = ring !== null;
  // Pauses the animations of a ring off screen.
  useEffect(() => {
    const { current: box } = element;
    if (isMoving && box) return observeVisibility(box, (isInside) => box.toggleAttribute('data-still', !isInside));
  }, [isMoving]);
  return (
    <span
      ref={element}
      aria-hidden="true"
      className={isAura ? 'aura' : ring?.kind === 'border' ? 'level-ring' : 'flex-none'}
      data-aura={isAura ? ring.name : undefined}
      data-level-badge={ring?.kind === 'border' ? ring.name : undefined}
      data-large={isLarge || undefined}
    >
      {isAura && <i />}
      {children}
    </span>
  );
}

/** Lets a long name break after a dot, dash or underscore, so that it rarely breaks inside a word. */
export function Username({ name }: { name: string }) {
  const parts = name.match(/[^._-]+[._-]*|[._-]+/g) ?? [name];
  return parts.map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a name never move.
    <Fragment key={index}>
      {index > 0 && <wbr />}
      <span>{part}</span>
    </Fragment>
  ));
}

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

import type { UserCard } from '@hearsay/contracts';
import { discOf } from './gradients.ts';

type Face = Pick<UserCard, 'id' | 'username' | 'profileImage'> & Partial<Pick<UserCard, 'gradientColors' | 'profileBorder'>>;

interface AvatarProps {
  readonly user: Face | null;
  /** Pixels of the disc without its ring. */
  readonly size?: number;
}

/** A face, or the initial on the person's gradient, in the ring of their level. No user: the striped disc of the anonymous. */
export function Avatar({ user, size = 40 }: AvatarProps) {
  const box = { width: size, height: size, fontSize: size * 0.42 };
  if (!user) {
    return (
      <span aria-hidden="true" className="anonymous-disc grid flex-none place-items-center rounded-pill font-display font-bold" style={box}>
        ?
      </span>
    );
  }
  const disc = user.profileImage ? (
    <img
      src={user.profileImage}
      alt=""
      width={size}
      height={size}
      referrerPolicy="no-referrer"
      className="block rounded-pill object-cover"
      style={box}
    />
  ) : (
    <span
      className="grid place-items-center rounded-pill font-display font-bold text-[#1d0f24]"
      style={{ ...box, ...discOf(user.id, user.gradientColors) }}
    >
      {[...user.username][0]?.toUpperCase()}
    </span>
  );
  return (
    <span
      aria-hidden="true"
      className={user.profileBorder ? 'level-ring' : 'flex-none'}
      data-level-badge={user.profileBorder}
      data-large={size > 60 || undefined}
    >
      {disc}
    </span>
  );
}

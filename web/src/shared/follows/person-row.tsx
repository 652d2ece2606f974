import type { FoundUser, HeardUser } from '@hearsay/contracts';
import clsx from 'clsx';
import { useId } from 'react';
import { Link } from 'react-router';
import { peopleTexts } from '../texts/people.ts';
import { Avatar, LevelTag, Username } from '../ui/person.tsx';
import { useFollow } from './use-follow.ts';

interface PersonRowProps {
  readonly person: FoundUser | HeardUser;
  readonly viewerId: string | null;
  /** A narrow card puts the button below the name. */
  readonly isNarrow?: boolean;
  /** Draws no card around the row, for rows inside a card. */
  readonly isPlain?: boolean;
}

/** Search results lack the aura, so their avatars have no ring. */
const faceOf = (person: PersonRowProps['person']) =>
  'profileAura' in person ? { ...person, profileBorder: person.badge } : { ...person, level: undefined };

/** The whole row leads to the profile, except for its button. */
export function PersonRow({ person, viewerId, isNarrow = false, isPlain = false }: PersonRowProps) {
  const nameId = useId();
  const { id, username, level, badge, isFollowing } = person;
  const mayFollow = viewerId !== null && viewerId !== id && isFollowing !== null;
  return (
    <div
      className={clsx(
        'relative flex gap-3',
        isPlain ? 'py-1.5' : 'card py-3 focus-within:border-faint',
        isNarrow ? 'h-full flex-col' : 'min-h-16 items-center',
      )}
    >
      <div className="flex min-w-0 flex-1 items-center gap-3">
        <Avatar user={faceOf(person)} size={40} />
        <span className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1">
          <Link
            id={nameId}
            to={`/@${encodeURIComponent(username)}`}
            className={clsx(
              'min-w-0 max-w-full font-semibold after:absolute after:inset-0 after:rounded-card',
              isNarrow && 'truncate',
            )}
          >
            <Username name={username} />
          </Link>
          {level !== null && <LevelTag badge={badge} level={level} namesFirstLevel />}
        </span>
      </div>
      {mayFollow && <FollowInRow userId={id} viewerId={viewerId} isFollowing={isFollowing} nameId={nameId} />}
    </div>
  );
}

interface FollowInRowProps {
  readonly userId: string;
  readonly viewerId: string;
  readonly isFollowing: boolean;
  readonly nameId: string;
}

function FollowInRow({ userId, viewerId, isFollowing, nameId }: FollowInRowProps) {
  const follow = useFollow(userId, viewerId);
  const labelId = useId();
  return (
    <button
      type="button"
      aria-pressed={isFollowing}
      aria-labelledby={`${labelId} ${nameId}`}
      disabled={follow.isPending}
      onClick={() => follow.mutate(!isFollowing)}
      className={clsx(
        'relative min-h-11 flex-none rounded-control border px-4 text-sm font-semibold transition-colors',
        isFollowing ? 'border-line bg-air-tint text-air' : 'border-transparent bg-air text-air-ink',
      )}
    >
      <span id={labelId}>{isFollowing ? peopleTexts.follow.isOn : peopleTexts.profile.follow}</span>
    </button>
  );
}

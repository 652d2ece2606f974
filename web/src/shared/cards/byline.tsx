import type { UserCard } from '@hearsay/contracts';
import { Link } from 'react-router';
import { contentTexts } from '../texts/content.ts';
import { questionTexts } from '../texts/questions.ts';
import { useNow } from '../time/use-now.ts';
import { Avatar } from '../ui/avatar.tsx';
import type { Elements } from '../ui/elements.ts';
import { LevelTag } from '../ui/level-tag.tsx';
import { Username } from '../ui/username.tsx';

interface BylineProps {
  /** Null for an anonymous author, who has neither level nor profile. */
  readonly author: UserCard | null;
  readonly authorId?: string;
  readonly isAnonymous: boolean;
  readonly isMine: boolean;
  readonly createdAt: string;
  readonly label: (instant: string, now: number) => string;
  readonly isEdited?: boolean;
  readonly namesFirstLevel?: boolean;
  readonly aside?: Elements;
  readonly children?: Elements;
}

export function Byline(props: BylineProps) {
  const {
    author,
    authorId,
    isAnonymous,
    isMine,
    createdAt,
    label,
    isEdited = false,
    namesFirstLevel,
    aside,
    children,
  } = props;
  const now = useNow();
  const named = isAnonymous ? null : author;
  return (
    <header className="flex items-start gap-3">
      <Avatar user={named} />
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-0.5">
          {named ? (
            <Link id={authorId} to={`/@${encodeURIComponent(named.username)}`} className="font-semibold">
              <Username name={named.username} />
            </Link>
          ) : (
            <span id={authorId} className="font-semibold">
              {isAnonymous ? questionTexts.anonymous : questionTexts.someone}
            </span>
          )}
          {named && <LevelTag badge={named.badge} level={named.level} namesFirstLevel={namesFirstLevel} />}
          {isAnonymous && isMine && <span className="text-[0.8125rem] text-whisper">{questionTexts.you}</span>}
        </p>
        <p className="flex flex-wrap gap-x-1.5 text-[0.844rem] leading-tight text-faint">
          <time dateTime={createdAt}>{label(createdAt, now)}</time>
          {isEdited && <span aria-hidden="true">·</span>}
          {isEdited && <span>{contentTexts.edited}</span>}
          {aside}
        </p>
      </div>
      {children}
    </header>
  );
}

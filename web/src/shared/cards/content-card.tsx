import type { RepostData, UserCard } from '@hearsay/contracts';
import { lazy, Suspense, useId } from 'react';
import { Link } from 'react-router';
import { loadCode } from '../errors/new-build.ts';
import { contentTexts, questionTexts } from '../texts/content.ts';
import { useNow } from '../time/use-now.ts';
import { ContentNameContext } from '../ui/content-name.ts';
import type { Elements } from '../ui/elements.ts';
import { Avatar, LevelTag, Username } from '../ui/person.tsx';

const RepostHeader = lazy(() => loadCode(() => import('./repost-header.tsx')));

interface ContentCardProps {
  readonly nameIds: string;
  readonly repost: RepostData | null;
  /** Undefined for content without a boost button. */
  readonly onBoost: (() => void) | undefined;
  readonly children: Elements;
}

/** The accessible name of a repost includes its reposter, because a page may show the same content twice. */
export function ContentCard({ nameIds, repost, onBoost, children }: ContentCardProps) {
  const repostId = useId();
  const name = repost ? `${repostId} ${nameIds}` : nameIds;
  return (
    <ContentNameContext value={name}>
      <article
        aria-labelledby={name}
        className="card touch-manipulation"
        // Prevents the selection of a word by a double-click.
        onMouseDown={(event) => event.detail > 1 && isSurface(event.target) && event.preventDefault()}
        onDoubleClick={(event) => isSurface(event.target) && onBoost?.()}
      >
        {repost && (
          <Suspense fallback={<div className="min-h-8" />}>
            <RepostHeader id={repostId} repost={repost} />
          </Suspense>
        )}
        {children}
      </article>
    </ContentNameContext>
  );
}

export const actButtonClass =
  'inline-flex min-h-11 min-w-11 items-center justify-center gap-1.5 rounded-control px-2.5 text-[0.906rem] font-semibold text-soft';

export const moreButtonClass = '-mt-1.5 -mr-2 grid size-11 flex-none place-items-center rounded-control text-faint';

/** True outside controls. Only the card's surface takes a double-click, because controls handle their own clicks. */
const isSurface = (target: EventTarget): boolean =>
  target instanceof Element && target.closest('button, a, input, select, video, [role=menu]') === null;

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

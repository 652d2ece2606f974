import type { RepostData } from '@hearsay/contracts';
import { lazy, Suspense, useId } from 'react';
import { loadCode } from '../errors/new-build.ts';
import { ContentName } from '../ui/content-name.ts';
import type { Elements } from '../ui/elements.ts';
import { isSurface } from './act-look.ts';

const RepostHeader = lazy(() => loadCode(() => import('./repost-header.tsx')));

interface ContentCardProps {
  readonly nameIds: string;
  readonly repost: RepostData | null;
  readonly onBoost: () => void;
  readonly children: Elements;
}

/** The name of a repost includes its reposter, because the same content may be on the page twice. */
export function ContentCard({ nameIds, repost, onBoost, children }: ContentCardProps) {
  const repostId = useId();
  const name = repost ? `${repostId} ${nameIds}` : nameIds;
  return (
    <ContentName value={name}>
      <article
        aria-labelledby={name}
        className="card touch-manipulation"
        // Prevents the selection of a word by a double-click.
        onMouseDown={(event) => event.detail > 1 && isSurface(event.target) && event.preventDefault()}
        onDoubleClick={(event) => isSurface(event.target) && onBoost()}
      >
        {repost && (
          <Suspense fallback={<div className="min-h-8" />}>
            <RepostHeader id={repostId} repost={repost} />
          </Suspense>
        )}
        {children}
      </article>
    </ContentName>
  );
}

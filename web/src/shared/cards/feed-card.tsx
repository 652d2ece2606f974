import type { BoostStatus, ContentRef, FeedItem } from '@hearsay/contracts';
import { lazy, Suspense } from 'react';
import { withBoundary } from '../errors/error-boundary.tsx';
import { loadCode } from '../errors/new-build.ts';
import { QuestionCard } from './question-card.tsx';

const ReplyCard = lazy(() => loadCode(() => import('./reply-card.tsx')));
const PodcastCard = lazy(() => loadCode(() => import('./podcast-card.tsx')));

interface FeedCardProps {
  readonly item: FeedItem;
  readonly onBoostSettled?: (status: BoostStatus) => void;
}

export const FeedCard = withBoundary(function FeedCard({ item, onBoostSettled }: FeedCardProps) {
  if (item.kind === 'question')
    return <QuestionCard question={item} repost={item.repostData} onBoostSettled={onBoostSettled} />;
  return (
    <Suspense fallback={<div className="card min-h-48" aria-busy="true" />}>
      {item.kind === 'answer' ? (
        <ReplyCard reply={item} repost={item.repostData} />
      ) : (
        <PodcastCard podcast={item} repost={item.repostData} />
      )}
    </Suspense>
  );
});

export const contentRefOf = ({ kind, id }: Pick<FeedItem, 'kind' | 'id'>): ContentRef => ({
  contentType: kind === 'answer' ? 'discussion' : kind,
  contentId: id,
});

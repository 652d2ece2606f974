import type { XpActivity } from '@hearsay/contracts';
import { useInfiniteQuery } from '@tanstack/react-query';
import clsx from 'clsx';
import { Link } from 'react-router';
import { xpTexts } from '../../shared/texts/xp.ts';
import { shellTime } from '../../shared/time/time-labels.ts';
import { useNow } from '../../shared/time/use-now.ts';
import { Button } from '../../shared/ui/button.tsx';
import { EmptyState, FailedState, WaitingState } from '../../shared/ui/states.tsx';
import { xpQueries } from './xp.queries.ts';

export function ActivityList({ userId }: { userId: string }) {
  const { data, isError, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery(
    xpQueries.activities(userId),
  );
  const activities = data?.pages.flat() ?? [];
  return (
    <section data-section className="px-3 pt-8">
      <h2 className="px-1 pb-3 text-[1.375rem] font-bold">{xpTexts.acts}</h2>
      {!data && (isError ? <FailedState text={xpTexts.actsFailed} onRetry={refetch} /> : <WaitingState />)}
      {data && activities.length === 0 && <EmptyState text={xpTexts.noActs} />}
      {activities.length > 0 && (
        <ol className="card flex flex-col p-0!">
          {activities.map((activity) => (
            <ActivityRow key={activity.id} activity={activity} />
          ))}
        </ol>
      )}
      {hasNextPage && (
        <div className="flex justify-center py-4">
          <Button weight="quiet" disabled={isFetchingNextPage} onClick={() => fetchNextPage()}>
            {isFetchingNextPage ? xpTexts.loading : xpTexts.earlierActs}
          </Button>
        </div>
      )}
    </section>
  );
}

function ActivityRow({ activity }: { activity: XpActivity }) {
  const now = useNow();
  const { rule, amount, counted, isReversed, reversedBecause, contentType, contentId, createdAt } = activity;
  const path = pathOf(contentType, contentId);
  return (
    <li className="relative flex min-h-14 items-center gap-3 border-line px-4 py-2.5 not-first:border-t">
      <span className="min-w-0 flex-1">
        <span className={clsx('block font-medium', isReversed && 'text-faint line-through')}>
          {path ? (
            <Link to={path} className="underline decoration-line underline-offset-4 after:absolute after:inset-0">
              {xpTexts.rules[rule]}
            </Link>
          ) : (
            xpTexts.rules[rule]
          )}
        </span>
        <span className="text-[0.8125rem] text-faint">
          <time dateTime={createdAt}>{shellTime(createdAt, now)}</time>
          {(isReversed || reversedBecause !== null) && <span>{` · ${xpTexts.takenBack}`}</span>}
          {!isReversed && counted < amount && <span>{` · ${xpTexts.beyondCap}`}</span>}
        </span>
      </span>
      <span className={clsx('font-display text-lg font-bold', counted > 0 ? 'text-amber' : 'text-faint')}>
        {`${counted > 0 ? '+' : ''}${xpTexts.xp(counted)}`}
      </span>
    </li>
  );
}

function pathOf(contentType: XpActivity['contentType'], contentId: string | null): string | null {
  if (contentId === null) return null;
  if (contentType === 'question') return `/questions/${contentId}`;
  return contentType === 'discussion' ? `/reply/${contentId}` : null;
}

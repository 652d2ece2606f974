import { type BoostStatus, type FeedItem, type FeedSort, limits, type QuestionItem } from '@hearsay/contracts';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useWindowVirtualizer, type VirtualItem } from '@tanstack/react-virtual';
import { Fragment, type ReactNode, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useLocation, useNavigationType } from 'react-router';
import { KnownBoosts } from '../../shared/boosts/known-boosts.tsx';
import { FeedCard, refOf } from '../../shared/cards/feed-card.tsx';
import { questionQueries } from '../../shared/questions/question.queries.ts';
import { KnownReposts } from '../../shared/reposts/known-reposts.tsx';
import { useUserId } from '../../shared/session/use-session.ts';
import { feedTexts } from '../../shared/texts/feed.ts';
import { frameTexts } from '../../shared/texts/frame.ts';
import { LoadingBars } from '../../shared/ui/bars.tsx';
import { FailedState, WaitingState } from '../../shared/ui/states.tsx';
import { useOffsetTop } from '../../shared/ui/use-offset-top.ts';
import { feedQueries, isAnchorExpired, keepFirstPage, refreshInFeeds } from './feed.queries.ts';

/** How near to its end the list asks for its next page. */
const LOAD_WITHIN_PX = 100;
/** The gap between two cards. */
const GAP_PX = 12;

interface FeedListProps {
  readonly sortBy: FeedSort;
  readonly failedText: string;
  readonly empty: ReactNode;
}

/** Where a list was left, so that going back finds it as it was. */
const leftAt = new Map<string, { offset: number; measurements: VirtualItem[] }>();

/** Questions, replies and episodes in one order, loaded as they are reached; only those near the screen are in the page. */
export function FeedList({ sortBy, failedText, empty }: FeedListProps) {
  const client = useQueryClient();
  const { pathname } = useLocation();
  const userId = useUserId() ?? '';
  const list = feedQueries.list(sortBy, userId);
  // Going back finds the list as it was left, however long; whoever comes anew begins with its first page, and only that is read again.
  const isReturning = useNavigationType() === 'POP';
  useState(() => !isReturning && keepFirstPage(client, list.queryKey));
  const feed = useInfiniteQuery({ ...list, refetchOnMount: !isReturning });
  const { data, error, hasNextPage, isFetchingNextPage, fetchNextPage } = feed;
  const pages = useMemo(() => data?.pages ?? [], [data]);
  const items = useMemo(() => pages.flatMap((page) => page.items), [pages]);

  const isExpired = isAnchorExpired(error);
  useEffect(() => {
    if (isExpired) void client.resetQueries({ queryKey: list.queryKey });
  }, [isExpired, client, list.queryKey]);

  useLoadNearEnd(hasNextPage && !isFetchingNextPage && !error, fetchNextPage);

  if (items.length === 0 && error && !isExpired) return <FailedState text={failedText} onRetry={() => feed.refetch()} />;
  if (!data || isExpired) return <WaitingState />;
  if (items.length === 0) return empty;
  return (
    <>
      <Cards name={`${pathname} ${sortBy}`} items={items} userId={userId} />
      {isFetchingNextPage && <LoadingBars label={frameTexts.loadingMore} />}
      {error && !isFetchingNextPage && <FailedState text={failedText} onRetry={() => fetchNextPage()} />}
      {!hasNextPage && !error && <p className="py-10 text-center text-sm text-faint">{feedTexts.end}</p>}
    </>
  );
}

/** Asks for the next page when the end of the document comes within 100 px. */
function useLoadNearEnd(isWanted: boolean, load: () => unknown): void {
  const latest = useRef(load);
  latest.current = load;
  useEffect(() => {
    if (!isWanted) return;
    const check = () => {
      const { scrollHeight } = document.documentElement;
      if (window.scrollY + window.innerHeight >= scrollHeight - LOAD_WITHIN_PX) latest.current();
    };
    check();
    window.addEventListener('scroll', check, { passive: true });
    return () => window.removeEventListener('scroll', check);
  }, [isWanted]);
}

function Cards({ name, items, userId }: { name: string; items: readonly FeedItem[]; userId: string }) {
  const client = useQueryClient();
  const top = useRef<HTMLOListElement>(null);
  const margin = useOffsetTop(top);
  const isReturning = useNavigationType() === 'POP';
  const [left] = useState(() => (isReturning ? leftAt.get(name) : undefined));

  const virtualizer = useWindowVirtualizer({
    count: items.length,
    estimateSize: () => 230,
    overscan: 4,
    gap: GAP_PX,
    scrollMargin: margin,
    getItemKey: (index) => keyOf(items[index]) ?? index,
    initialMeasurementsCache: left?.measurements,
    initialOffset: left?.offset,
  });

  useLayoutEffect(() => {
    if (left) window.scrollTo(0, left.offset);
  }, [left]);
  useEffect(() => {
    const remember = () => leftAt.set(name, { offset: window.scrollY, measurements: virtualizer.measurementsCache });
    window.addEventListener('scroll', remember, { passive: true });
    return () => window.removeEventListener('scroll', remember);
  }, [name, virtualizer]);

  /** The boost that reaches the threshold opens the words: they are read at once. */
  const readIfReached = async (item: QuestionItem, status: BoostStatus) => {
    if (item.isRevealed || status.boostCount < item.replyBoostThreshold) return;
    refreshInFeeds(client, await client.fetchQuery(questionQueries.detail(item.id)));
  };

  const rows = virtualizer.getVirtualItems();
  return (
    <>
      {userId &&
        pagesAround(rows, items).map((page) => (
          <Fragment key={page[0]?.contentId}>
            <KnownBoosts of={page} userId={userId} />
            <KnownReposts of={page} userId={userId} />
          </Fragment>
        ))}
      <ol ref={top} className="relative mx-3" style={{ height: virtualizer.getTotalSize() }}>
        {rows.map((row) => {
          const item = items[row.index];
          return item ? (
            <li
              key={row.key}
              ref={virtualizer.measureElement}
              data-index={row.index}
              className="row absolute inset-x-0 top-0"
              style={{ transform: `translateY(${row.start - margin}px)` }}
            >
              <FeedCard item={item} onBoostSettled={(status) => item.kind === 'question' && void readIfReached(item, status)} />
            </li>
          ) : null;
        })}
      </ol>
    </>
  );
}

/** What is in the page now, by the page it came with: a long list is not asked about from its top. */
function pagesAround(rows: readonly VirtualItem[], items: readonly FeedItem[]) {
  const numbers = new Set(rows.map(({ index }) => Math.floor(index / limits.feedPage)));
  return [...numbers].map((page) => items.slice(page * limits.feedPage, (page + 1) * limits.feedPage).map(refOf));
}

/** The same content may stand in a list once as itself and once for each repost. */
const keyOf = (item: FeedItem | undefined): string | undefined => item?.repostData?.repostId ?? item?.id;

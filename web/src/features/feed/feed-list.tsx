import type { BoostStatus, FeedItem, FeedSort, QuestionItem } from '@hearsay/contracts';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { memo, useCallback, useEffect, useLayoutEffect, useMemo, useState } from 'react';
import { useLocation, useNavigationType } from 'react-router';
import { contentRefOf, FeedCard } from '../../shared/cards/feed-card.tsx';
import { ListEnd } from '../../shared/lists/list-end.tsx';
import { SlidingList } from '../../shared/lists/sliding-list.tsx';
import { updateQuestionInFeeds } from '../../shared/lists/update-cached-lists.ts';
import { questionQueries } from '../../shared/questions/question.queries.ts';
import { ActStatusReader } from '../../shared/reposts/act-status-reader.tsx';
import { useUserId } from '../../shared/session/session.ts';
import { feedTexts } from '../../shared/texts/feed.ts';
import { Choices } from '../../shared/ui/choices.tsx';
import type { Elements } from '../../shared/ui/elements.ts';
import { ListPart } from '../../shared/ui/list-part.tsx';
import { FailedState, LoadingState } from '../../shared/ui/states.tsx';
import { type FeedChoice, feedQueries, isAnchorExpired, keepFirstPage } from './feed.queries.ts';

interface FeedListProps {
  readonly choice: FeedChoice;
  readonly failedText: string;
  readonly thrownText?: string;
  readonly empty: Elements;
}

export function FeedList({ choice, failedText, thrownText, empty }: FeedListProps) {
  const client = useQueryClient();
  const { pathname } = useLocation();
  const userId = useUserId() ?? '';
  const list = feedQueries.list(choice, userId, thrownText);
  // A user who goes back gets the whole list. A new visit keeps the first page, so that only one page is read again.
  const isReturning = useNavigationType() === 'POP';
  useState(() => !isReturning && keepFirstPage(client, list.queryKey));
  const feed = useInfiniteQuery({ ...list, refetchOnMount: !isReturning });
  const { data, error } = feed;
  const pages = useMemo(() => (data?.pages ?? []).map(({ items }) => items), [data]);
  const isEmpty = pages.every((page) => page.length === 0);

  const isExpired = isAnchorExpired(error);
  useEffect(() => {
    if (isExpired) void client.resetQueries({ queryKey: list.queryKey });
  }, [isExpired, client, list.queryKey]);

  if (isEmpty && error && !isExpired) return <FailedState text={failedText} onRetry={() => feed.refetch()} />;
  if (!data || isExpired) return <LoadingState />;
  if (isEmpty && !feed.hasNextPage) return empty;
  return (
    <>
      <Cards name={`${pathname} ${choice.sortBy} ${choice.isFollowing}`} pages={pages} userId={userId} />
      <ListEnd list={feed} failed={failedText} end={feedTexts.end} />
    </>
  );
}

interface Left {
  offset: number;
  /** Heights in pixels, by page number. */
  readonly heights: Map<number, number>;
}

const leftAt = new Map<string, Left>();

function Cards({ name, pages, userId }: { name: string; pages: readonly (readonly FeedItem[])[]; userId: string }) {
  const client = useQueryClient();
  const isReturning = useNavigationType() === 'POP';
  const [left] = useState(() => {
    const known = (isReturning && leftAt.get(name)) || { offset: 0, heights: new Map<number, number>() };
    leftAt.set(name, known);
    return known;
  });

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once, at the first drawing.
  useLayoutEffect(() => {
    if (isReturning) window.scrollTo(0, left.offset);
  }, [left]);
  useEffect(() => {
    const remember = () => {
      left.offset = window.scrollY;
    };
    window.addEventListener('scroll', remember, { passive: true });
    return () => window.removeEventListener('scroll', remember);
  }, [left]);

  /** Reads the question at once when a boost has reached the threshold, because its words are now open. */
  const readIfReached = useCallback(
    async (item: QuestionItem, status: BoostStatus) => {
      if (item.isRevealed || status.boostCount < item.replyBoostThreshold) return;
      updateQuestionInFeeds(client, await client.fetchQuery(questionQueries.detail(item.id)));
    },
    [client],
  );

  return (
    <div role="feed" aria-label={feedTexts.list} className="mx-3">
      {pages.map((page, index) => (
        <ListPart
          // biome-ignore lint/suspicious/noArrayIndexKey: pages have no ids and never move.
          key={index}
          isFirst={index === 0}
          knownHeight={left.heights.get(index)}
          onHeight={(height) => left.heights.set(index, height)}
        >
          <PageOfCards page={page} userId={userId} onQuestionBoosted={readIfReached} />
        </ListPart>
      ))}
    </div>
  );
}

interface PageOfCardsProps {
  readonly page: readonly FeedItem[];
  readonly userId: string;
  readonly onQuestionBoosted: (item: QuestionItem, status: BoostStatus) => unknown;
}

/** A list can hold the same content once as itself and once per repost. */
const nameOf = ({ id, repostData }: FeedItem): string => repostData?.repostId ?? id;

const PageOfCards = memo(function PageOfCards({ page, userId, onQuestionBoosted }: PageOfCardsProps) {
  return (
    <SlidingList as="div" ids={page.map(nameOf)}>
      {userId && <ActStatusReader of={page.map(contentRefOf)} userId={userId} />}
      {page.map((item) => (
        <div key={nameOf(item)} className="row relative pb-3">
          <FeedCard
            item={item}
            onBoostSettled={(status) => item.kind === 'question' && onQuestionBoosted(item, status)}
          />
        </div>
      ))}
    </SlidingList>
  );
});

interface SortControlProps {
  readonly sorts: readonly FeedSort[];
  readonly chosen: FeedSort;
  readonly onChoose: (sort: FeedSort) => void;
}

export function SortControl({ sorts, chosen, onChoose }: SortControlProps) {
  return (
    <div className="px-3 pb-3">
      <Choices
        legend={feedTexts.sort}
        isLegendHidden
        isOneLine
        name="sort"
        choices={sorts.map((value) => ({ value, label: feedTexts.sorts[value] }))}
        chosen={chosen}
        onChoose={onChoose}
      />
    </div>
  );
}

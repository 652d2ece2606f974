import { type QuestionItem, ReadableFeed } from '@hearsay/contracts';
import { queryOptions, useIsMutating, useQuery, useQueryClient } from '@tanstack/react-query';
import clsx from 'clsx';
import { useEffect, useEffectEvent, useId } from 'react';
import { Link } from 'react-router';
import { read } from '../api/api-client.ts';
import { caching, queryKeys } from '../api/cache.ts';
import { BoostButton } from '../boosts/boost-button.tsx';
import { KnownBoosts } from '../boosts/known-boosts.tsx';
import { useBoostControl } from '../boosts/use-boost-control.ts';
import { withBoundary } from '../errors/error-boundary.tsx';
import { refreshInFeeds } from '../lists/show-in-feeds.ts';
import { questionQueries, questionRef } from '../questions/question.queries.ts';
import { useUserId } from '../session/session.ts';
import { RevealMeter } from '../sound/level-meter.tsx';
import { useReveal } from '../sound/reveal.ts';
import { questionTexts } from '../texts/content.ts';
import { nearlyHeardTexts } from '../texts/feed.ts';
import { ContentName } from '../ui/content-name.ts';
import { Avatar, Username } from '../ui/person.tsx';
import { mustStayUnnamed } from './content-rules.ts';

const nearlyHeardQuery = (limit: number, userId: string | null) =>
  queryOptions({
    queryKey: queryKeys.nearlyHeard(limit, userId ?? ''),
    queryFn: async ({ signal }): Promise<QuestionItem[]> => {
      const items = await read(ReadableFeed, `/api/feed/nearly-heard?limit=${limit}`, signal);
      return items.filter((item) => item.kind === 'question');
    },
    staleTime: caching.batchStatus.fresh,
  });

interface NearlyHeardProps {
  readonly limit: number;
  /** One row that scrolls by itself. Its room is kept while it loads. */
  readonly isShelf?: boolean;
}

/** Draws nothing if there are none, or if they could not be read. */
export default function NearlyHeard({ limit, isShelf = false }: NearlyHeardProps) {
  const userId = useUserId();
  const client = useQueryClient();
  const list = nearlyHeardQuery(limit, userId);
  const { data: items, isPending } = useQuery(list);
  const titleId = useId();

  const readOpened = async ({ id }: QuestionItem) => {
    const detail = await client.fetchQuery(questionQueries.detail(id));
    refreshInFeeds(client, detail);
    const { isRevealed, revealCount, boostCount } = detail;
    client.setQueryData(list.queryKey, (known) =>
      known?.map((one) => (one.id === id ? { ...one, isRevealed, revealCount, boostCount } : one)),
    );
  };

  if (isPending) return isShelf ? <div className="h-62" aria-busy="true" /> : null;
  if (!items || items.length === 0) return null;
  return (
    <section aria-labelledby={titleId} className={isShelf ? 'pb-4' : 'mt-8'}>
      <h2 id={titleId} className={clsx('pb-2 text-[1.1875rem] font-bold', isShelf && 'px-4')}>
        {nearlyHeardTexts.title}
      </h2>
      {userId !== null && <KnownBoosts of={items.map(questionRef)} userId={userId} />}
      <ul
        className={clsx(
          'flex gap-3',
          isShelf ? 'scroll-px-3 overflow-x-auto overscroll-x-contain px-3 pb-1' : 'flex-col',
        )}
      >
        {items.map((item) => (
          <li key={item.id} className={clsx(isShelf && 'w-[min(17rem,78vw)] flex-none')}>
            <NearCard item={item} isShort={isShelf} onReached={() => readOpened(item)} />
          </li>
        ))}
      </ul>
    </section>
  );
}

interface NearCardProps {
  readonly item: QuestionItem;
  readonly isShort: boolean;
  /** Called when a boost has reached the threshold, here or in another card of this question. */
  readonly onReached: () => Promise<void>;
}

const NearCard = withBoundary(function NearCard({ item, isShort, onReached }: NearCardProps) {
  const { id, title, creator, isAnonymous, isMine, replyBoostThreshold: threshold } = item;
  const isLocked = !item.isRevealed;
  const control = useBoostControl(questionRef(item), {
    knownCount: item.boostCount,
    isBatched: true,
    missing: Math.max(0, threshold - item.boostCount),
    earns: !isMine || isAnonymous,
    isRefused: mustStayUnnamed(item),
  });
  const reveal = useReveal(isLocked, id);
  const boosts = Math.max(item.revealCount, control.boostCount);
  const isBoosting = useIsMutating({ mutationKey: queryKeys.boost.act(questionRef(item)) }) > 0;
  const isReached = isLocked && boosts >= threshold && !isBoosting;
  // A failed read leaves the card as it is.
  const readIt = useEffectEvent(() => void onReached().catch(() => undefined));
  useEffect(() => {
    if (isReached) readIt();
  }, [isReached]);
  const titleId = useId();
  const named = isAnonymous ? null : creator;
  return (
    <ContentName value={titleId}>
      <article aria-labelledby={titleId} className="card flex h-full flex-col">
        <p className="flex items-center gap-2 text-[0.84375rem] text-soft">
          <Avatar user={named} size={24} />
          <span className="min-w-0 truncate">
            {named ? (
              <Username name={named.username} />
            ) : (
              <span>{isAnonymous ? questionTexts.anonymous : questionTexts.someone}</span>
            )}
          </span>
        </p>
        <h3 id={titleId} dir="auto" className="mt-2 mb-3 line-clamp-3 text-[1.0625rem] font-bold">
          <Link to={`/questions/${id}`}>{title}</Link>
        </h3>
        <RevealMeter
          isLocked={isLocked}
          reveal={reveal}
          boosts={boosts}
          threshold={threshold}
          isShort={isShort}
          className="mt-auto"
        />
        <div className="acts mt-1">
          <BoostButton control={control} isOpening={isLocked ? boosts >= threshold : reveal === 'opening'} />
        </div>
      </article>
    </ContentName>
  );
});

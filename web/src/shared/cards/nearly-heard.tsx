import { type QuestionItem, ReadableFeed } from '@hearsay/contracts';
import { queryOptions, useQuery } from '@tanstack/react-query';
import clsx from 'clsx';
import { useId } from 'react';
import { read } from '../api/api-client.ts';
import { queryKeys, querySettings } from '../api/cache.ts';
import { BoostStatusReader } from '../boosts/boost-status-reader.tsx';
import { questionRef } from '../questions/question.queries.ts';
import { useUserId } from '../session/session.ts';
import { nearlyHeardTexts } from '../texts/feed.ts';
import { ShortQuestionCard, useReadOpenedQuestion } from './short-question-card.tsx';

export const nearlyHeardQuery = (limit: number, userId: string | null) =>
  queryOptions({
    queryKey: queryKeys.nearlyHeard.list(limit, userId ?? ''),
    queryFn: async ({ signal }): Promise<QuestionItem[]> => {
      const items = await read(ReadableFeed, `/api/feed/nearly-heard?limit=${limit}`, signal);
      return items.filter((item) => item.kind === 'question');
    },
    staleTime: querySettings.batchStatus.fresh,
  });

interface NearlyHeardProps {
  readonly limit: number;
  /** Shows one row that scrolls sideways. The row keeps its space while it loads. */
  readonly isShelf?: boolean;
}

/** Draws nothing if there are none, or if they could not be read. */
export default function NearlyHeardList({ limit, isShelf = false }: NearlyHeardProps) {
  const userId = useUserId();
  const { data: items, isPending } = useQuery(nearlyHeardQuery(limit, userId));
  const readOpened = useReadOpenedQuestion();
  const titleId = useId();

  if (isPending) return isShelf ? <div className="h-62" aria-busy="true" /> : null;
  if (!items || items.length === 0) return null;
  return (
    <section aria-labelledby={titleId} className={isShelf ? 'pb-4' : 'mt-8'}>
      <h2 id={titleId} className={clsx('pb-2 text-[1.1875rem] font-bold', isShelf && 'px-4')}>
        {nearlyHeardTexts.title}
      </h2>
      {userId !== null && <BoostStatusReader of={items.map(questionRef)} userId={userId} />}
      <ul
        className={clsx(
          'flex gap-3',
          isShelf ? 'scroll-px-3 overflow-x-auto overscroll-x-contain px-3 pb-1' : 'flex-col',
        )}
      >
        {items.map((item) => (
          <li key={item.id} className={clsx(isShelf && 'w-[min(17rem,78vw)] flex-none')}>
            <ShortQuestionCard
              className="card h-full"
              item={item}
              isShort={isShelf}
              onReached={() => readOpened(item.id)}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}

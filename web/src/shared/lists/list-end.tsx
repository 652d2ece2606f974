import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { frameTexts } from '../texts/frame.ts';
import { LoadingBars } from '../ui/bars.tsx';
import { FailedState } from '../ui/states.tsx';

interface ListEndProps {
  readonly list: Pick<UseInfiniteQueryResult, 'error' | 'hasNextPage' | 'isFetchingNextPage' | 'fetchNextPage'>;
  readonly failed: string;
  readonly end?: string;
  /**
   * Number of loaded pages. Needed for lists that stay equally long after some pages, for example if rows are folded.
   */
  readonly pages?: number;
}

/** Loads the next page when the reader nears the end. */
export function ListEnd({ list, failed, end, pages }: ListEndProps) {
  const { error, hasNextPage, isFetchingNextPage, fetchNextPage } = list;
  useLoadMoreNearEnd(hasNextPage && !isFetchingNextPage && !error, fetchNextPage, pages);
  if (isFetchingNextPage) return <LoadingBars label={frameTexts.loadingMore} />;
  if (error) return <FailedState text={failed} onRetry={() => fetchNextPage()} />;
  return !hasNextPage && end && <p className="py-10 text-center text-sm text-faint">{end}</p>;
}

const LOAD_WITHIN_PX = 100;

/** Checks again when `pages`, the number of loaded pages, changes. */
export function useLoadMoreNearEnd(isWanted: boolean, load: () => unknown, pages = 0): void {
  const latest = useRef(load);
  latest.current = load;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a fast page leaves `isWanted` unchanged.
  useEffect(() => {
    if (!isWanted) return;
    const check = () => {
      const { scrollHeight } = document.documentElement;
      if (window.scrollY + window.innerHeight >= scrollHeight - LOAD_WITHIN_PX) latest.current();
    };
    check();
    window.addEventListener('scroll', check, { passive: true });
    return () => window.removeEventListener('scroll', check);
  }, [isWanted, pages]);
}

import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import { frameTexts } from '../texts/frame.ts';
import { LoadingBars } from '../ui/bars.tsx';
import { FailedState } from '../ui/states.tsx';
import { useLoadNearEnd } from './use-load-near-end.ts';

interface ListEndProps {
  readonly list: Pick<UseInfiniteQueryResult, 'error' | 'hasNextPage' | 'isFetchingNextPage' | 'fetchNextPage'>;
  readonly failed: string;
  readonly end?: string;
  /** Number of loaded pages, for lists that a page may not lengthen. */
  readonly pages?: number;
}

/** Loads on when the reader comes near. */
export function ListEnd({ list, failed, end, pages }: ListEndProps) {
  const { error, hasNextPage, isFetchingNextPage, fetchNextPage } = list;
  useLoadNearEnd(hasNextPage && !isFetchingNextPage && !error, fetchNextPage, pages);
  if (isFetchingNextPage) return <LoadingBars label={frameTexts.loadingMore} />;
  if (error) return <FailedState text={failed} onRetry={() => fetchNextPage()} />;
  return !hasNextPage && end && <p className="py-10 text-center text-sm text-faint">{end}</p>;
}

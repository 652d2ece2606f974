import { type Discussion, limits } from '@hearsay/contracts';
import { useMemo, useState } from 'react';

/** While one's own message is on its way, its frame may come first: it stays hidden behind the temporary one. */
export function useShown(
  messages: readonly Discussion[],
  sentAfter: number | undefined,
  userId: string | undefined,
): readonly Discussion[] {
  return useMemo(
    () =>
      sentAfter === undefined
        ? messages
        : messages.filter(
            ({ number, user, isAnonymous, isMine }) => number <= sentAfter || isMine || !(isAnonymous || user?.id === userId),
          ),
    [messages, sentAfter, userId],
  );
}

/** The messages one may have boosted before, by the hundred: those that arrive later cannot have been. */
export function useReadFirst(messages: readonly Discussion[]) {
  const [until] = useState(() => messages.at(-1)?.number ?? 0);
  return useMemo(() => {
    const byHundred = Map.groupBy(
      messages.filter(({ number }) => number <= until),
      ({ number }) => Math.floor(number / limits.batchStatusItems),
    );
    return [...byHundred.values()].map((chunk) => chunk.map(({ id }) => ({ contentType: 'discussion', contentId: id }) as const));
  }, [messages, until]);
}

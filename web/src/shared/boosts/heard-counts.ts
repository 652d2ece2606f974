import type { ContentRef, QuestionDetail } from '@hearsay/contracts';
import type { QueryClient } from '@tanstack/react-query';
import { queryKeys } from '../api/query-keys.ts';
import { isOlderThanKnown } from '../api/read-statuses.ts';

export const hearBoostCount = (client: QueryClient, item: ContentRef, boostCount: number): unknown =>
  client.setQueryData<number>(queryKeys.boost.heard(item), boostCount);

/** Keeps counts that were heard after the question was requested, because its answer may be older. */
export function withHeardCounts(client: QueryClient, detail: QuestionDetail, askedAt: number): QuestionDetail {
  const countOf = (item: ContentRef, answered: number): number => {
    const key = queryKeys.boost.heard(item);
    return isOlderThanKnown(client, key, askedAt) ? (client.getQueryData<number>(key) ?? answered) : answered;
  };
  const boostCount = countOf({ contentType: 'question', contentId: detail.id }, detail.boostCount);
  return {
    ...detail,
    boostCount,
    revealCount: detail.isRevealed ? detail.revealCount : boostCount,
    discussions: detail.discussions.map((reply) => ({
      ...reply,
      boostCount: countOf({ contentType: 'discussion', contentId: reply.id }, reply.boostCount),
    })),
  };
}

import {
  BoostAnswer,
  BoostStatus,
  BoostStatusMap,
  type ContentRef,
  contentKey,
  type QuestionDetail,
} from '@hearsay/contracts';
import type { QueryClient } from '@tanstack/react-query';
import { send } from '../api/api-client.ts';
import { queryKeys } from '../api/cache.ts';
import { isOlderThanKnown, statusQueries } from '../api/read-statuses.ts';
import { markOpenedHere } from '../sound/reveal.ts';

/** The scope makes boosts of the same content run one after the other. */
export const boostMutation = (item: ContentRef, userId: string | null) => ({
  mutationKey: queryKeys.boost.act(item),
  scope: { id: `boost:${contentKey(item)}` },
  mutationFn: ({ isBoosted, idempotencyKey }: { isBoosted: boolean; idempotencyKey: string }) =>
    send(BoostAnswer, `/api/${item.contentType}s/${item.contentId}/boost`, {
      body: { userId, isBoosted },
      idempotencyKey,
    }),
});

/** True while a boost of this content, or its removal, waits for the server. */
export const isBoosting = (client: QueryClient, item: ContentRef): boolean =>
  client.isMutating({ mutationKey: queryKeys.boost.act(item) }) > 0;

export const boostQueries = statusQueries('boost', BoostStatus, BoostStatusMap, isBoosting);

/** Changes a known status only. Does nothing while the viewer's own boost is being sent. */
export function updateBoostCount(client: QueryClient, item: ContentRef, boostCount: number): void {
  if (isBoosting(client, item)) return;
  client.setQueryData<BoostStatus>(queryKeys.boost.status(item), (status) => status && { ...status, boostCount });
}

/** Keeps the count apart from the status, so that an older answer cannot replace it. */
export const storeLatestBoostCount = (client: QueryClient, item: ContentRef, boostCount: number): unknown =>
  client.setQueryData<number>(queryKeys.boost.latestCount(item), boostCount);

/** Stores the new status and notes whether this boost has opened a lock. */
export function applyBoostAnswer(client: QueryClient, item: ContentRef, { opened, ...status }: BoostAnswer): void {
  client.setQueryData<BoostStatus>(queryKeys.boost.status(item), status);
  storeLatestBoostCount(client, item, status.boostCount);
  if (opened) markOpenedHere(item.contentId);
}

/** Keeps counts that arrived after the question was requested, because the answer may be older. */
export function withLatestCounts(client: QueryClient, detail: QuestionDetail, askedAt: number): QuestionDetail {
  const countOf = (item: ContentRef, answered: number): number => {
    const key = queryKeys.boost.latestCount(item);
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

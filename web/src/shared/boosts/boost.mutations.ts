import type { BoostAnswer, BoostStatus, ContentRef } from '@hearsay/contracts';
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { isUnauthorized, newIdempotencyKey } from '../api/api-client.ts';
import { queryKeys } from '../api/cache.ts';
import { showFailure } from '../session/show-failure.ts';
import { soundTexts } from '../texts/content.ts';
import { applyBoostAnswer, boostMutation } from './boost.queries.ts';
import { deleteWaitingBoost, saveWaitingBoost } from './waiting-boosts.ts';

/** Ignores failures of the hint, because the hint is optional. */
const ignored = (): undefined => undefined;

interface BoostAct {
  readonly isBoosted: boolean;
  readonly boostCount: number;
  readonly idempotencyKey: string;
}

/** Sends the wanted state under one key, so that no retry or second browser can invert it. Offline, it waits. */
export function useBoost(item: ContentRef, userId: string | null, onSettled?: (answer: BoostAnswer) => void) {
  const client = useQueryClient();
  const key = queryKeys.boost.status(item);
  return useMutation({
    ...boostMutation(item, userId),
    onMutate: async ({ isBoosted, boostCount, idempotencyKey }: BoostAct) => {
      saveWaitingBoost({ contentType: item.contentType, contentId: item.contentId, isBoosted, idempotencyKey });
      await client.cancelQueries({ queryKey: key });
      const before = client.getQueryData<BoostStatus>(key);
      client.setQueryData<BoostStatus>(key, { isBoosted, boostCount: Math.max(0, boostCount + (isBoosted ? 1 : -1)) });
      return { before };
    },
    onSuccess: (answer) => {
      applyBoostAnswer(client, item, answer);
      onSettled?.(answer);
      refreshEarnings(client);
      if (answer.isBoosted && userId !== null)
        void import('./first-boost.ts')
          .then(({ showFirstBoostHint }) => showFirstBoostHint(client, userId))
          .catch(ignored);
    },
    onError: (error, _act, context) => {
      // Does not restore the status after a sign-out, because the previous status belonged to that session.
      if (context?.before && !isUnauthorized(error)) client.setQueryData(key, context.before);
      else client.removeQueries({ queryKey: key });
      showFailure(client, error, soundTexts.mustSignIn, soundTexts.boostFailed, item);
    },
    onSettled: (_status, _error, { idempotencyKey }) => deleteWaitingBoost(idempotencyKey),
  });
}

/** Reads shown XP again at once, and profiles with their activity when they are next shown. */
export function refreshEarnings(client: QueryClient): void {
  void client.invalidateQueries({ queryKey: queryKeys.xp.all });
  void client.invalidateQueries({ queryKey: queryKeys.person.all, refetchType: 'none' });
}

/** The act that toggles the boost, or sets it to `isBoosted`, under a new key. */
export const newBoostAct = (status: BoostStatus, isBoosted = !status.isBoosted): BoostAct => ({
  isBoosted,
  boostCount: status.boostCount,
  idempotencyKey: newIdempotencyKey(),
});

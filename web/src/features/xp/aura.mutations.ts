import { type Aura, AuraChoice, type OwnUser } from '@hearsay/contracts';
import { shownAura } from '@hearsay/game-rules';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { newIdempotencyKey, send } from '../../shared/api/api-client.ts';
import { queryKeys } from '../../shared/api/query-keys.ts';
import { ownChanges, readOneselfAgain } from '../../shared/session/read-oneself.ts';
import { sayFailed } from '../../shared/session/say-failed.ts';
import { frameTexts } from '../../shared/texts/frame.ts';
import { xpTexts } from '../../shared/texts/xp.ts';
import { toast } from '../../shared/toast/toast.ts';

/** Only unlocked auras can be chosen. The server checks this too. */
export function useSaveAura(userId: string) {
  const client = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationKey: queryKeys.ownChange,
    scope: ownChanges,
    mutationFn: ({ aura, idempotencyKey }: { aura: Aura; idempotencyKey: string }) =>
      send(AuraChoice, `/api/users/${userId}/aura`, { method: 'PATCH', body: { aura }, idempotencyKey }),
    onSuccess: ({ aura }) => {
      const choose = (user: OwnUser | null | undefined) =>
        user?.id === userId ? { ...user, chosenAura: aura, profileAura: shownAura(aura, user) } : user;
      client.setQueryData<OwnUser | null>(queryKeys.session, choose);
      client.setQueryData<OwnUser | null>(queryKeys.xp.own(userId), choose);
      void client.invalidateQueries({ queryKey: queryKeys.person.all });
      void client.invalidateQueries({ queryKey: queryKeys.feed.all });
      toast.good(xpTexts.aura.done);
    },
    onError: (error) => sayFailed(client, error, frameTexts.prompts.settings.text, xpTexts.aura.failed),
    onSettled: () => readOneselfAgain(client),
  });
  return { isPending, mutate: (aura: Aura) => mutate({ aura, idempotencyKey: newIdempotencyKey() }) };
}

import { type ChatBody, Discussion } from '@hearsay/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { send } from '../../shared/api/api-client.ts';
import { mayWorkLater } from '../../shared/api/api-error.ts';
import { refreshEarnings } from '../../shared/boosts/boost.mutations.ts';

interface Message {
  readonly content: string;
  readonly isAnonymous: boolean;
  readonly idempotencyKey: string;
}

/** Does not wait for the network: the words return to the composer and keep their key unless changed. */
export function useSendMessage(questionId: string, userId: string | null) {
  const client = useQueryClient();
  return useMutation({
    networkMode: 'always',
    retry: (failures, error) => failures < 1 && navigator.onLine && mayWorkLater(error),
    mutationFn: ({ content, isAnonymous, idempotencyKey }: Message) =>
      send(Discussion, '/api/discussions', {
        body: { content, questionId, userId, isAnonymous } satisfies ChatBody,
        idempotencyKey,
      }),
    onSuccess: () => refreshEarnings(client),
  });
}

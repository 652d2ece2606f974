import { type ChatBody, Discussion, type ReplyBody } from '@hearsay/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { send } from '../../shared/api/api-client.ts';
import { mayWorkLater } from '../../shared/api/api-error.ts';
import { refreshEarnings } from '../../shared/boosts/boost.mutations.ts';

interface Message {
  readonly content: string;
  readonly isAnonymous: boolean;
  readonly idempotencyKey: string;
}

interface Reply extends Message {
  readonly parentReplyId: string | null;
}

/**
 * Sends a chat message. Unlike other acts it does not wait for the network: the words go back to the composer, where they can be
 * changed, and go out under the same key if they were not.
 */
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

/** Sends a longer reply from the dialog, to the question or to one of its messages. */
export function usePostReply(questionId: string, userId: string | null) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ content, isAnonymous, parentReplyId, idempotencyKey }: Reply) =>
      send(Discussion, `/api/questions/${questionId}/discussions`, {
        body: { content, mediaUrl: null, mediaType: 'text', userId, isAnonymous, parentReplyId } satisfies ReplyBody,
        idempotencyKey,
      }),
    onSuccess: () => refreshEarnings(client),
  });
}

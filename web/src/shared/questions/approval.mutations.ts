import { type ApproveWithReplyBody, Discussion } from '@hearsay/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { send } from '../api/api-client.ts';
import { refreshEarnings } from '../boosts/boost.mutations.ts';
import { resetFeeds, takeOutOfPending } from '../lists/list-cache.ts';
import { sayFailed } from '../session/say-failed.ts';
import { actTexts } from '../texts/acts.ts';
import { toast } from '../toast/toast.ts';
import { questionQueries } from './question.queries.ts';

interface Approval {
  readonly content: string;
  readonly boostThreshold: number;
  readonly idempotencyKey: string;
}

/** Lets a question that one was asked into the open, with one's reply pinned above its chat. */
export function useApprove(questionId: string, userId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ content, boostThreshold, idempotencyKey }: Approval) =>
      send(Discussion, `/api/questions/${questionId}/approve-with-reply`, {
        body: { userId, content, mediaUrl: null, mediaType: 'text', boostThreshold } satisfies ApproveWithReplyBody,
        idempotencyKey,
      }),
    onSuccess: () => {
      takeOutOfPending(client, userId, ({ id }) => id === questionId);
      void client.invalidateQueries(questionQueries.detail(questionId));
      void resetFeeds(client);
      refreshEarnings(client);
      toast.good(actTexts.approved);
    },
    onError: (error) => sayFailed(client, error, actTexts.mustSignIn.approve, actTexts.approvalFailed),
  });
}

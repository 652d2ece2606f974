import { type ContentRef, limits, RepostAnswer, type RepostBody, type RepostStatus } from '@hearsay/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { send } from '../api/api-client.ts';
import { ApiError } from '../api/api-error.ts';
import { queryKeys } from '../api/query-keys.ts';
import { FormSheet } from '../forms/form-sheet.tsx';
import { feedsChanged } from '../lists/list-cache.ts';
import { sayActFailed } from '../session/say-act-failed.ts';
import { actTexts } from '../texts/acts.ts';
import { dialogTexts } from '../texts/dialogs.ts';
import { toast } from '../toast/toast.ts';

export function RepostDialog({ item, userId, onClose }: { item: ContentRef; userId: string; onClose: () => void }) {
  const repost = useRepost(item, userId);
  return (
    <FormSheet
      title={dialogTexts.repost.title}
      texts={dialogTexts.repost}
      kinds={dialogTexts.repost.kinds}
      initial={{ repostText: '' }}
      name="repostText"
      limit={limits.repostText}
      draft={`repost:${item.contentId}`}
      send={({ repostText: text }, idempotencyKey) => repost.mutateAsync({ text, idempotencyKey })}
      onClose={onClose}
    />
  );
}

export function useRepost(item: ContentRef, userId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ text, idempotencyKey }: { text: string; idempotencyKey: string }) =>
      send(RepostAnswer, `/api/${item.contentType}s/${item.contentId}/repost`, {
        body: { userId, repostText: text.trim() || null, mediaUrl: null, mediaType: 'text' } satisfies RepostBody,
        idempotencyKey,
      }),
    onSuccess: ({ hasReposted, repostCount }) => {
      client.setQueryData<RepostStatus>(queryKeys.repost.status(item), { hasReposted, repostCount });
      void feedsChanged(client);
      toast.good(actTexts.reposted);
    },
    onError: (error) => {
      // Another browser of the user has reposted it, so the button shows that.
      if (error instanceof ApiError && error.code === 'already_reposted')
        client.setQueryData<RepostStatus>(queryKeys.repost.status(item), (known) => ({
          hasReposted: true,
          repostCount: known?.repostCount ?? 1,
        }));
      sayActFailed(client, error, item, actTexts.mustSignIn.repost, {
        title: actTexts.repostFailed.title,
        text: actTexts.repostFailed[item.contentType],
      });
    },
  });
}

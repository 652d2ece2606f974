import { type ContentRef, limits, RepostAnswer, type RepostBody, type RepostStatus } from '@hearsay/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { send } from '../api/api-client.ts';
import { ApiError } from '../api/api-error.ts';
import { queryKeys } from '../api/query-keys.ts';
import { TextAreaField, tooLong } from '../forms/fields.tsx';
import { useForm } from '../forms/use-form.ts';
import { feedsChanged } from '../lists/list-cache.ts';
import { sayActFailed } from '../session/say-act-failed.ts';
import { actTexts } from '../texts/acts.ts';
import { dialogTexts } from '../texts/dialogs.ts';
import { toast } from '../toast/toast.ts';
import { Button } from '../ui/button.tsx';
import { KindTabs } from '../ui/kind-tabs.tsx';
import { Sheet } from '../ui/sheet.tsx';

interface RepostDialogProps {
  readonly item: ContentRef;
  readonly userId: string;
  readonly onClose: () => void;
}

/** Passing a thing on, with a word of one's own or without. Audio and video are announced. */
export function RepostDialog({ item, userId, onClose }: RepostDialogProps) {
  const repost = useRepost(item, userId);
  const texts = dialogTexts.repost;
  const form = useForm({
    initial: { repostText: '' },
    draft: `repost:${item.contentId}`,
    check: ({ repostText }) => ({ repostText: tooLong(repostText, limits.repostText) }),
    send: async ({ repostText }, idempotencyKey) => {
      await repost.mutateAsync({ text: repostText, idempotencyKey });
      onClose();
    },
    // The mutation has said so; the words stay.
    onFailed: () => undefined,
  });
  return (
    <Sheet title={texts.title} onClose={onClose}>
      <KindTabs label={texts.kinds}>
        <form noValidate className="flex flex-col gap-3" onSubmit={form.submit}>
          <TextAreaField
            form={form}
            name="repostText"
            label={texts.label}
            limit={limits.repostText}
            rows={4}
            placeholder={texts.placeholder}
            dir="auto"
          />
          <Button type="submit" disabled={form.isSending}>
            {form.isSending ? texts.pending : texts.submit}
          </Button>
        </form>
      </KindTabs>
    </Sheet>
  );
}

interface Repost {
  readonly text: string;
  readonly idempotencyKey: string;
}

/** Passes a thing on, with words of one's own or without. */
export function useRepost(item: ContentRef, userId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ text, idempotencyKey }: Repost) =>
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
      // Another of one's browsers has done it: that is what the button shows from now on.
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

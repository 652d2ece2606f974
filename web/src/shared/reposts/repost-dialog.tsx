import { type ContentRef, limits } from '@hearsay/contracts';
import { TextAreaField, tooLong } from '../forms/fields.tsx';
import { useForm } from '../forms/use-form.ts';
import { dialogTexts } from '../texts/dialogs.ts';
import { Button } from '../ui/button.tsx';
import { KindTabs } from '../ui/kind-tabs.tsx';
import { Sheet } from '../ui/sheet.tsx';
import { useRepost } from './repost.mutations.ts';

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

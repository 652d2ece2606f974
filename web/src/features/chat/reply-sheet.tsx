import { type Discussion, isUnseen, limits } from '@hearsay/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { TextAreaField, tooLong } from '../../shared/forms/fields.tsx';
import { useForm } from '../../shared/forms/use-form.ts';
import { sayFailed } from '../../shared/session/say-failed.ts';
import { chatTexts } from '../../shared/texts/chat.ts';
import { toast } from '../../shared/toast/toast.ts';
import { Button } from '../../shared/ui/button.tsx';
import { KindTabs } from '../../shared/ui/kind-tabs.tsx';
import { Sheet } from '../../shared/ui/sheet.tsx';
import { Switch } from '../../shared/ui/switch.tsx';
import { usePostReply } from './chat.mutations.ts';

const texts = chatTexts.dialog;

const nothing = { content: '', isAnonymous: false };

interface ReplySheetProps {
  readonly questionId: string;
  readonly userId: string;
  /** Whom the title names, such as `@lou` or `ANONYMOUS`. */
  readonly addressee: string;
  readonly parentReplyId: string | null;
  readonly mayBeAnonymous: boolean;
  /** A named reply would be refused: there is no choice. */
  readonly isAlwaysAnonymous: boolean;
  readonly onClose: () => void;
  readonly onPosted: (message: Discussion) => void;
}

/** The dialog for a longer reply. Audio and video are announced, not yet possible. */
export function ReplySheet(props: ReplySheetProps) {
  const { questionId, userId, addressee, parentReplyId, mayBeAnonymous, isAlwaysAnonymous, onClose, onPosted } = props;
  const client = useQueryClient();
  const post = usePostReply(questionId, userId);
  const form = useForm({
    initial: nothing,
    draft: `reply:${parentReplyId ?? questionId}`,
    check: ({ content }) => ({ content: tooLong(content, limits.dialogReply) }),
    send: async ({ content, isAnonymous }, idempotencyKey) => {
      const reply = {
        content: content.trim(),
        isAnonymous: isAnonymous || isAlwaysAnonymous,
        parentReplyId,
        idempotencyKey,
      };
      onPosted(await post.mutateAsync(reply));
      toast.good(texts.done);
      onClose();
    },
    onFailed: (error) => sayFailed(client, error, chatTexts.mustSignIn.reply, texts.failed),
  });
  const isEmpty = isUnseen(form.values.content);

  return (
    <Sheet title={texts.title(addressee)} onClose={onClose}>
      <KindTabs label={texts.kinds}>
        <form noValidate className="flex flex-col gap-3" onSubmit={form.submit}>
          <TextAreaField
            form={form}
            name="content"
            label={texts.label}
            limit={limits.dialogReply}
            rows={4}
            placeholder={texts.placeholder}
            dir="auto"
          />
          {mayBeAnonymous && !isAlwaysAnonymous && (
            <Switch
              label={texts.anonymous}
              hint={texts.anonymousHint}
              isOn={form.values.isAnonymous}
              onChange={(isOn) => form.set('isAnonymous', isOn)}
            />
          )}
          {isAlwaysAnonymous && <p className="text-sm text-soft">{texts.anonymousHint}</p>}
          <Button
            type="submit"
            disabled={isEmpty || form.isSending}
            aria-describedby={isEmpty ? 'reply-empty' : undefined}
          >
            {form.isSending ? texts.sending : texts.submit}
          </Button>
          {isEmpty && (
            <p id="reply-empty" className="-mt-1 text-center text-sm text-soft">
              {texts.empty}
            </p>
          )}
        </form>
      </KindTabs>
    </Sheet>
  );
}

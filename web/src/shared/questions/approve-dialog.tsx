import { type ApproveWithReplyBody, Discussion, isUnseen, limits, type Question } from '@hearsay/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { send } from '../api/api-client.ts';
import { refreshEarnings } from '../boosts/boost.mutations.ts';
import { TextAreaField, TextField, tooLong } from '../forms/fields.tsx';
import { doneOnEnter } from '../forms/keyboard-keys.ts';
import { useForm } from '../forms/use-form.ts';
import { numberWords, wholeNumberIn } from '../forms/whole-numbers.ts';
import { resetFeeds, takeOutOfPending } from '../lists/list-cache.ts';
import { sayFailed } from '../session/say-failed.ts';
import { actTexts } from '../texts/acts.ts';
import { chatTexts } from '../texts/chat.ts';
import { dialogTexts } from '../texts/dialogs.ts';
import { formTexts } from '../texts/forms.ts';
import { toast } from '../toast/toast.ts';
import { Button } from '../ui/button.tsx';
import { Sheet } from '../ui/sheet.tsx';
import { questionQueries } from './question.queries.ts';

interface ApproveDialogProps {
  readonly question: Question;
  readonly userId: string;
  readonly onClose: () => void;
}

const { min, max } = limits.approvalThreshold;

/** The nearest number that a threshold may be; nothing written is the lowest. Null where no whole number is written. */
const clamped = (written: string): number | null => {
  const number = written === '' ? min : wholeNumberIn(written);
  return number === null ? null : Math.min(max, Math.max(min, number));
};

/** Approving a question means answering it: the reply, and how many boosts open it. */
export function ApproveDialog({ question, userId, onClose }: ApproveDialogProps) {
  const approve = useApprove(question.id, userId);
  const texts = dialogTexts.approve;
  const form = useForm({
    initial: { content: '', boostThreshold: String(min) },
    draft: `approve:${question.id}`,
    check: ({ content, boostThreshold }) => ({
      content: isUnseen(content) ? actTexts.replyRequired.text : tooLong(content, limits.dialogReply),
      boostThreshold: clamped(boostThreshold) === null ? formTexts.wholeNumber(min, max) : null,
    }),
    onProblems: ({ content }) =>
      content === actTexts.replyRequired.text && toast.bad(actTexts.replyRequired.title, actTexts.replyRequired.text),
    send: async ({ content, boostThreshold }, idempotencyKey) => {
      await approve.mutateAsync({
        content: content.trim(),
        boostThreshold: clamped(boostThreshold) ?? min,
        idempotencyKey,
      });
      onClose();
    },
    // The mutation has said so; the words stay.
    onFailed: () => undefined,
  });
  return (
    <Sheet title={texts.title} onClose={onClose}>
      <p className="mt-1 text-soft">{texts.intro}</p>
      <form noValidate className="mt-3 flex flex-col gap-3" onSubmit={form.submit}>
        <TextAreaField
          form={form}
          name="content"
          label={chatTexts.dialog.label}
          limit={limits.dialogReply}
          rows={4}
          placeholder={chatTexts.dialog.placeholder}
          dir="auto"
        />
        <TextField
          form={form}
          name="boostThreshold"
          label={texts.threshold}
          hint={formTexts.fromTo(min, max)}
          inputMode="numeric"
          autoComplete="off"
          enterKeyHint="done"
          onKeyDown={doneOnEnter}
          clean={numberWords}
          onBlur={() =>
            form.set('boostThreshold', String(clamped(form.values.boostThreshold) ?? form.values.boostThreshold))
          }
        />
        <Button type="submit" disabled={form.isSending}>
          {form.isSending ? texts.pending : texts.submit}
        </Button>
      </form>
    </Sheet>
  );
}

interface Approval {
  readonly content: string;
  readonly boostThreshold: number;
  readonly idempotencyKey: string;
}

/** Lets a question that one was asked into the open, with one's reply pinned above its chat. */
function useApprove(questionId: string, userId: string) {
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

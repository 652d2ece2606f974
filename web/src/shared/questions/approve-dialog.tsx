import { isUnseen, limits, type Question } from '@hearsay/contracts';
import { TextAreaField, TextField, tooLong } from '../forms/fields.tsx';
import { doneOnEnter } from '../forms/keyboard-keys.ts';
import { useForm } from '../forms/use-form.ts';
import { numberWords, wholeNumberIn } from '../forms/whole-numbers.ts';
import { actTexts } from '../texts/acts.ts';
import { chatTexts } from '../texts/chat.ts';
import { dialogTexts } from '../texts/dialogs.ts';
import { formTexts } from '../texts/forms.ts';
import { toast } from '../toast/toast.ts';
import { Button } from '../ui/button.tsx';
import { Sheet } from '../ui/sheet.tsx';
import { useApprove } from './approval.mutations.ts';

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

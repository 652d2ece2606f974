import { type ApproveWithReplyBody, Discussion, isUnseen, limits, type Question } from '@hearsay/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { send } from '../api/api-client.ts';
import { refreshEarnings } from '../boosts/boost.mutations.ts';
import { TextField } from '../forms/fields.tsx';
import { FormSheet } from '../forms/form-sheet.tsx';
import { doneOnEnter } from '../forms/keyboard-keys.ts';
import { numberWords, wholeNumberIn } from '../forms/whole-numbers.ts';
import { resetFeeds, takeOutOfPending } from '../lists/list-cache.ts';
import { sayFailed } from '../session/say-failed.ts';
import { actTexts } from '../texts/acts.ts';
import { chatTexts } from '../texts/chat.ts';
import { dialogTexts } from '../texts/dialogs.ts';
import { formTexts } from '../texts/forms.ts';
import { toast } from '../toast/toast.ts';
import { questionQueries } from './question.queries.ts';

interface ApproveDialogProps {
  readonly question: Question;
  readonly userId: string;
  readonly onClose: () => void;
}

const { min, max } = limits.approvalThreshold;

const clamped = (written: string): number | null => {
  const number = written === '' ? min : wholeNumberIn(written);
  return number === null ? null : Math.min(max, Math.max(min, number));
};

export function ApproveDialog({ question, userId, onClose }: ApproveDialogProps) {
  const approve = useApprove(question.id, userId);
  const texts = { ...dialogTexts.approve, placeholder: chatTexts.dialog.placeholder };
  return (
    <FormSheet
      title={texts.title}
      texts={texts}
      intro={texts.intro}
      initial={{ content: '', boostThreshold: String(min) }}
      name="content"
      limit={limits.dialogReply}
      draft={`approve:${question.id}`}
      check={({ content, boostThreshold }) => ({
        ...(isUnseen(content) && { content: actTexts.replyRequired.text }),
        boostThreshold: clamped(boostThreshold) === null ? formTexts.wholeNumber(min, max) : null,
      })}
      onProblems={({ content }) =>
        content === actTexts.replyRequired.text && toast.bad(actTexts.replyRequired.title, actTexts.replyRequired.text)
      }
      send={({ content, boostThreshold }, idempotencyKey) =>
        approve.mutateAsync({
          content: content.trim(),
          boostThreshold: clamped(boostThreshold) ?? min,
          idempotencyKey,
        })
      }
      onClose={onClose}
    >
      {(form) => (
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
      )}
    </FormSheet>
  );
}

interface Approval {
  readonly content: string;
  readonly boostThreshold: number;
  readonly idempotencyKey: string;
}

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

import { type ApproveWithReplyBody, Discussion, isUnseen, limits, type Question } from '@hearsay/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { act } from '../api/api-client.ts';
import { refreshEarnings } from '../boosts/boost.mutations.ts';
import { TextField } from '../forms/fields.tsx';
import { FormSheet } from '../forms/form-sheet.tsx';
import { doneOnEnter } from '../forms/keyboard-keys.ts';
import { numberWords, wholeNumberIn } from '../forms/whole-numbers.ts';
import { resetFeeds, takeOutOfPending } from '../lists/list-cache.ts';
import { sayFailed } from '../session/say-failed.ts';
import { actTexts, dialogTexts } from '../texts/acts.ts';
import { chatTexts } from '../texts/chat.ts';
import { formTexts } from '../texts/forms.ts';
import { toast } from '../toast/toast.ts';
import { closeDialog } from '../ui/dialog-store.ts';
import { questionQueries } from './question.queries.ts';

const { min, max } = limits.approvalThreshold;

const clamped = (written: string): number | null => {
  const number = written === '' ? min : wholeNumberIn(written);
  return number === null ? null : Math.min(max, Math.max(min, number));
};

export function ApproveDialog({ question, userId }: { question: Question; userId: string }) {
  const client = useQueryClient();
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
      send={async (written, key) => {
        const body: ApproveWithReplyBody = {
          userId,
          content: written.content.trim(),
          mediaUrl: null,
          mediaType: 'text',
          boostThreshold: clamped(written.boostThreshold) ?? min,
        };
        const path = `/api/questions/${question.id}/approve-with-reply`;
        await act(client, Discussion, path, { body }, key);
        takeOutOfPending(client, userId, ({ id }) => id === question.id);
        void client.invalidateQueries(questionQueries.detail(question.id));
        void resetFeeds(client);
        refreshEarnings(client);
        toast.good(actTexts.approved);
      }}
      onFailed={(error) => sayFailed(client, error, actTexts.mustSignIn.approve, actTexts.approvalFailed)}
      onClose={closeDialog}
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

import { type ApproveWithReplyBody, Discussion, isBlank, limits, type Question } from '@hearsay/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { sendAct } from '../api/api-client.ts';
import { refreshEarnings } from '../boosts/boost.mutations.ts';
import { showEarnedXp } from '../earnings/show-earned.ts';
import { TextField } from '../forms/fields.tsx';
import { FormSheet } from '../forms/form-sheet.tsx';
import { closeKeyboardOnEnter } from '../forms/keyboard-keys.ts';
import { parseWholeNumber, withAsciiDigits } from '../forms/whole-numbers.ts';
import { removeFromPending, resetFeeds } from '../lists/list-cache.ts';
import { showFailure } from '../session/show-failure.ts';
import { actTexts, dialogTexts } from '../texts/acts.ts';
import { chatTexts } from '../texts/chat.ts';
import { soundTexts } from '../texts/content.ts';
import { formTexts } from '../texts/forms.ts';
import { questionLink, shareLink } from '../toast/copy-words.ts';
import { toast } from '../toast/toast.ts';
import { Choices } from '../ui/choices.tsx';
import { closeDialog } from '../ui/dialog-store.ts';
import { questionQueries } from './question.queries.ts';

const { min, max } = limits.approvalThreshold;

const usual = ['1', '5', '25'].map((value) => ({ value, label: value }));

const clamped = (written: string): number | null => {
  const number = written === '' ? min : parseWholeNumber(written);
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
        ...(isBlank(content) && { content: actTexts.replyRequired.text }),
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
        const reply = await sendAct(client, Discussion, path, { body }, key);
        removeFromPending(client, userId, ({ id }) => id === question.id);
        void client.invalidateQueries(questionQueries.detail(question.id));
        void resetFeeds(client);
        refreshEarnings(client);
        toast.good(actTexts.approved, undefined, [
          { label: actTexts.seeIt, to: `/questions/${question.id}` },
          { label: soundTexts.share, onPress: () => shareLink(questionLink(question)) },
        ]);
        void showEarnedXp({ userId, rule: 'answer-given', contentId: reply.id }, ['.toast']);
      }}
      onFailed={(error) => showFailure(client, error, actTexts.mustSignIn.approve, actTexts.approvalFailed)}
      onClose={closeDialog}
    >
      {(form) => (
        <div className="flex flex-col gap-2.5">
          <TextField
            form={form}
            name="boostThreshold"
            label={texts.threshold}
            hint={texts.thresholdHint}
            inputMode="numeric"
            autoComplete="off"
            enterKeyHint="done"
            onKeyDown={closeKeyboardOnEnter}
            clean={withAsciiDigits}
            onBlur={() =>
              form.set('boostThreshold', String(clamped(form.values.boostThreshold) ?? form.values.boostThreshold))
            }
          />
          <Choices
            legend={texts.thresholds}
            isLegendHidden
            name="usual-threshold"
            choices={usual}
            chosen={form.values.boostThreshold}
            onChoose={(value) => form.set('boostThreshold', value)}
          />
        </div>
      )}
    </FormSheet>
  );
}
